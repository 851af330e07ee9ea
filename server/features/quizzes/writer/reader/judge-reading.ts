import type { ReadResult } from './read-choice.ts';

export interface Judgement {
  /** Why the question is refused, in sentences that go back to its writer; empty when it passes. */
  readonly problems: readonly string[];
  /** 0 to 1, for the ranking of what passes. */
  readonly score: number;
}

/**
 * What a blind reading says about a question whose key is known. It is refused when an expert would not accept the key,
 * would accept another option, or could not answer because the question leaves something out. Being easy to guess or
 * hardly worth asking only costs rank: readers disagree about those far more often.
 * @param keyIndex of the options that were read
 */
export function judgeReading(reading: ReadResult, keyIndex: number, options: readonly string[]): Judgement {
  const problems: string[] = [];
  if (reading.right[keyIndex] !== true)
    problems.push('An examiner did not accept the right answer: it does not follow from the material.');
  for (const [index, isRight] of reading.right.entries()) {
    if (isRight && index !== keyIndex) problems.push(`An examiner also accepts "${options[index] ?? ''}".`);
  }
  if (reading.refers_to_material)
    problems.push('The question cannot be understood without the material. Name what it is about.');
  const isIncomplete = reading.missing_condition !== null && reading.missing_condition.trim() !== '';
  const score =
    0.9 - (isIncomplete ? 0.3 : 0) - (reading.guessable ? 0.25 : 0) - (reading.worth_asking ? 0 : 0.35);
  return { problems, score: Math.max(0.05, score) };
}
