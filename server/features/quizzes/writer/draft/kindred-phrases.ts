import { containment, contentStems } from '#contract/question-rules/words.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import { upperInitial } from '#server/language/clean-sentence.ts';
import type { Similarity } from '#server/language/similarity.ts';
import { readTokens } from '#server/language/tokens.ts';

/** Phrases of the lesson that could be wrong answers. */
export interface LessonPhrases {
  /** Right answers to other questions. */
  readonly keys: readonly string[];
  /** Terms of the lesson, without articles. */
  readonly terms: readonly string[];
}

const MOST_TERMS = 60;
const MOST_WORDS_OF_TERM = 4;
/** A less similar phrase is of another kind; a more similar one may also be right. */
const NEAR = { least: 0.3, most: 0.8 } as const;
const MOST_PHRASES = 3;

export function listTerms({ terms }: LessonAnalysis): string[] {
  return [...terms.values()]
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_TERMS)
    .map(({ text }) => text);
}

/** Phrases with the form of the key, in no particular order: short names for a name, other keys for anything longer. */
export function listPhrasesOfForm(key: string, { keys, terms }: LessonPhrases): string[] {
  const words = countWords(key);
  const isName = words <= MOST_WORDS_OF_TERM && !/\d/u.test(key);
  const own = contentStems(key);
  return [...new Set([...keys, ...(isName ? terms : [])])].filter(
    (phrase) =>
      countWords(phrase) <= 2 * words &&
      2 * countWords(phrase) >= words &&
      /\d/u.test(phrase) === /\d/u.test(key) &&
      openingOf(phrase) === openingOf(key) &&
      containment(contentStems(phrase), own) < 1 &&
      // If "vitamins" is right, so is "fat-soluble vitamins".
      containment(own, contentStems(phrase)) < 1,
  );
}

/** The phrases closest in meaning to the key that the statement does not contain. */
export function chooseKindred(
  key: string,
  phrases: readonly string[],
  { statement, similarity }: { readonly statement: string; readonly similarity: Similarity },
): string[] {
  const said = contentStems(statement);
  return phrases
    .filter((phrase) => containment(contentStems(phrase), said) < 1)
    .map((phrase) => ({ phrase, near: similarity.between(phrase, key) }))
    .filter(({ near }) => near > NEAR.least && near < NEAR.most)
    .toSorted((one, other) => other.near - one.near)
    .slice(0, MOST_PHRASES)
    .map(({ phrase }) => wordLike(key, phrase));
}

/** Copies the key's capital and article, so that neither reveals the key. */
function wordLike(key: string, phrase: string): string {
  const bare = phrase.replace(ARTICLE, '');
  const article = ARTICLE.exec(key)?.[0].toLowerCase() ?? '';
  const before = /^an? $/u.test(article) ? (/^[aeiou]/iu.test(bare) ? 'an ' : 'a ') : article;
  // Abbreviations such as "ATP" keep their capitals anywhere.
  return /^\p{Lu}(?!\p{Lu})/u.test(key) ? upperInitial(before + bare) : before + bare;
}

const ARTICLE = /^(?:an?|the) /iu;

const countWords = (text: string): number => text.split(/\s+/u).length;

/** The slot that a phrase fits, from the part of speech of its first word. "Because" and "by" are separate kinds; articles count as nouns. */
function openingOf(text: string): string {
  const [first] = readTokens(text.charAt(0).toLowerCase() + text.slice(1));
  if (first === undefined) return '';
  if (first.pos === 'SCONJ' || first.pos === 'ADP' || first.lower === 'to') return first.lower;
  return ['DET', 'ADJ', 'PROPN', 'NOUN'].includes(first.pos) ? 'NOUN' : first.pos;
}
