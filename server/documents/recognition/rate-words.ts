import { countInWordNet } from './english-words.ts';
import { enoughWords, judgeableWord } from './judge-fonts.ts';
import { countCommonTrigrams } from './letter-trigrams.ts';

type Words = readonly { readonly text: string }[];

/** A poorly recognized English text has a larger share of English words, a text in another language a far smaller one. */
const englishShare = 0.35;

/** The words and numbers of a text in lower case, without punctuation. */
export const comparableWords = (words: Words): string[] =>
  words.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

/** How word-like a text is, 0 to 1: by a dictionary if it is English, otherwise by its letter trigrams. */
export function rateWords(words: Words): number {
  const compared = comparableWords(words).filter((word) => /\p{L}/u.test(word));
  if (compared.length === 0) return 0;
  const known = compared.filter((word) => countInWordNet(word) > 0).length / compared.length;
  return known >= englishShare ? known : rateLetters(words);
}

/** The share of common trigrams in a text's first different words; 1 if it has no words to judge. */
export function rateLetters(words: Words): number {
  const judged = words
    .slice(0, enoughWords)
    .flatMap(({ text }) => (text.match(/\p{L}+/gu) ?? []).flatMap((run) => judgeableWord(run) ?? []));
  const { all, common } = countCommonTrigrams(new Set(judged));
  return all === 0 ? 1 : common / all;
}
