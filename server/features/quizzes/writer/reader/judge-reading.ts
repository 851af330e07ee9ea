import type { ReadResult } from './read-choice.ts';

export interface Judgement {
  /** Why the question is refused, in sentences that go back to its writer; empty when it passes. */
  readonly problems: readonly string[];
  /** What is worth one repair and otherwise costs rank. */
  readonly blemishes: readonly string[];
  /** 0 to 1, for the ranking of what passes. */
  readonly score: number;
}

const BEST_SCORE = 0.95;
const LOWEST_SCORE = 0.05;

/**
 * What a blind reading says about a question whose key is known. It is refused when an expert would not accept the key or
 * would accept another option. Everything else a reader finds is a matter of degree: it is repaired once, and costs rank.
 * @param keyIndex of the options that were read
 */
export function judgeReading(reading: ReadResult, keyIndex: number, options: readonly string[]): Judgement {
  const problems: string[] = [];
  if (reading.right[keyIndex] !== true)
    problems.push('An examiner did not accept the right answer: it does not follow from the material.');
  for (const [index, isRight] of reading.right.entries()) {
    if (isRight && index !== keyIndex) problems.push(`An examiner also accepts "${options[index] ?? ''}".`);
  }
  const blemishes: { readonly cost: number; readonly text: string }[] = [];
  if (reading.refers_to_material)
    blemishes.push({
      cost: 0.6,
      text: 'The question cannot be understood without the material. Name what it is about.',
    });
  if (isGiven(reading.missing_condition))
    blemishes.push({ cost: 0.3, text: `The question leaves out a condition: ${reading.missing_condition}.` });
  if (isGiven(reading.unclear_wording))
    blemishes.push({ cost: 0.3, text: `The wording is unclear or awkward: ${reading.unclear_wording}.` });
  if (reading.guessable)
    blemishes.push({
      cost: 0.4,
      text: 'Somebody who never studied the subject can guess the answer from the wording or by common sense.',
    });
  if (!reading.worth_asking)
    blemishes.push({
      cost: 0.5,
      text: 'It is not worth asking. Ask about an idea that matters in the subject.',
    });
  if (reading.implausible !== null && reading.implausible !== keyIndex)
    blemishes.push({
      cost: 0.15,
      text: `Hardly any student would choose "${options[reading.implausible] ?? ''}".`,
    });
  return {
    problems,
    blemishes: blemishes.map(({ text }) => text),
    score: Math.max(
      LOWEST_SCORE,
      blemishes.reduce((sum, { cost }) => sum - cost, BEST_SCORE),
    ),
  };
}

const isGiven = (text: string | null): text is string =>
  text !== null && !/^\W*(?:null|none|no|n\/a)?\W*$/iu.test(text);
