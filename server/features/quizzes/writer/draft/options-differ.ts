import { listWords, overlap, stemWord } from '#contract/question-rules/words.ts';
import type { Similarity } from '#server/language/similarity.ts';

const SAME_WORDS = 0.8;
/** Above this, sentence vectors of two short phrases mostly belong to rewordings of one thing. */
const SAME_MEANING = 0.93;
/** Words without which two options are still the same. "More" and "less", "before" and "after" are not among them. */
const SMALL_WORDS = new Set(
  'a an the of in to on at by for from with and or as is are was were be been it its this that these those'.split(
    ' ',
  ),
);
const NEGATIONS = new Set(['not', 'no', 'never', 'without', 'neither', 'nor', 'none']);

const plain = (text: string): string => listWords(text).join(' ');
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    listWords(text)
      .filter((word) => !SMALL_WORDS.has(word))
      .map(stemWord),
  );
const isNegated = (text: string): boolean => listWords(text).some((word) => NEGATIONS.has(word));
const numbersOf = (text: string): string => (text.match(/\d+(?:[.,]\d+)*/gu) ?? []).join(' ');

/**
 * Whether two options say the same, so that they cannot be side by side. Options that differ in a number or in a negation differ,
 * however much else they share.
 * @param similarity must know both; words alone decide without it
 */
export function saysTheSame(one: string, other: string, similarity?: Similarity): boolean {
  if (plain(one) === plain(other)) return true;
  if (isNegated(one) !== isNegated(other) || numbersOf(one) !== numbersOf(other)) return false;
  if (overlap(stemsOf(one), stemsOf(other)) >= SAME_WORDS) return true;
  return similarity?.semantic === true && similarity.between(one, other) > SAME_MEANING;
}

/** The options that differ from the key and from each other, in their order. */
export function keepDifferent(key: string, options: readonly string[], similarity?: Similarity): string[] {
  const kept: string[] = [];
  for (const option of options)
    if ([key, ...kept].every((other) => !saysTheSame(option, other, similarity))) kept.push(option);
  return kept;
}
