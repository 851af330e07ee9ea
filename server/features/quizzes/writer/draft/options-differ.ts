import { listWords, overlap, stemWord } from '#contract/question-rules/words.ts';
import type { Similarity } from '#server/language/similarity.ts';

const SAME_WORDS = 0.8;
/** Above this similarity of sentence vectors, two short phrases usually mean the same. */
const SAME_MEANING = 0.93;
/** Words that do not distinguish two options. "More", "less", "before" and "after" do, so they are not listed. */
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
 * Whether two options mean the same, so that a question cannot have both. Options with a different number or negation are
 * different, however much else they share.
 * @param similarity must know both options; without it, only words are compared
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
