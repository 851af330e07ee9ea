import { countInWordNet } from './english-words.ts';
import { enoughWords, judgeableWord } from './judge-fonts.ts';
import { countCommonTrigrams } from './letter-trigrams.ts';

type Words = readonly { readonly text: string }[];

/** Of a text that is not English, far fewer words are English. Of a poorly recognized one it is more. */
const englishShare = 0.35;

/** The words and numbers of a text that can be compared: without punctuation, in lower case. */
export const comparableWords = (words: Words): string[] =>
  words.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

/** How much of a text is words, 0 to 1: of an English one those in a dictionary, of another one its letters' order. */
export function rateWords(words: Words): number {
  const compared = comparableWords(words).filter((word) => /\p{L}/u.test(word));
  if (compared.length === 0) return 0;
  const known = compared.filter((word) => countInWordNet(word) > 0).length / compared.length;
  return known >= englishShare ? known : rateLetters(words);
}

/** The share of common trigrams in the different words with which a text begins; 1 without words to judge. */
export function rateLetters(words: Words): number {
  const judged = words
    .slice(0, enoughWords)
    .flatMap(({ text }) => (text.match(/\p{L}+/gu) ?? []).flatMap((run) => judgeableWord(run) ?? []));
  const { all, common } = countCommonTrigrams(new Set(judged));
  return all === 0 ? 1 : common / all;
}
