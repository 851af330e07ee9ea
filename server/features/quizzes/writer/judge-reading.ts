import type { ReadResult } from './reader.ts';

interface Judgement {
  /** Whether an expert would not use it. */
  readonly isRefused: boolean;
  /** Whether it is correct but slight, for use only where nothing better is found. */
  readonly isSlight: boolean;
  /** Faults that an edit can fix, as sentences for the writer; empty if the idea itself is unfit. */
  readonly repairs: readonly string[];
  /** Indexes of the options that are at fault, if nothing else is. */
  readonly faultyOptions?: readonly number[] | undefined;
  /** Whether someone who knows nothing of the subject finds the answer. */
  readonly isGuessable: boolean;
  /** 0 to 1, to rank the questions that pass. */
  readonly score: number;
}

const BEST_SCORE = 0.95;
/** Guessable, or with several faults: a strict instructor would not use it. */
const LOWEST_OFFERED = 0.6;
const BEST_WORTH = 3;
const SLIGHT_COST = 0.3;
const UNFIT: Judgement = { isRefused: true, isSlight: false, isGuessable: false, repairs: [], score: 0 };

/**
 * What a blind reading says about a question with a known key. A question is discarded if its idea is not worth asking about or not
 * established by the material, because rewording cannot save it, or if an expert would not accept its key. With a second right option,
 * an answer that can be guessed, or several smaller faults, the question is rejected until it is repaired. A single smaller fault is
 * repaired once and lowers the rank. A slight question is not repaired.
 * @param keyIndex of the options that were read
 */
export function judgeReading(reading: ReadResult, keyIndex: number, options: readonly string[]): Judgement {
  const worth = Math.round(reading.worth);
  if (reading.right[keyIndex] !== true || !reading.established || worth < 2) return UNFIT;
  const show = (index: number): string => `"${options[index] ?? ''}"`;
  const wrong = [...options.keys()].filter((index) => index !== keyIndex);
  const unchosen = wrong.filter((index) => reading.unchosen.includes(index));
  const faults: { readonly cost: number; readonly text: string }[] = [];
  for (const index of wrong.filter((each) => reading.right[each] === true))
    faults.push({ cost: 1, text: `An examiner also accepts ${show(index)}: ${reading.whys[index] ?? ''}` });
  if (reading.refers_to_material)
    faults.push({
      cost: 0.6,
      text: 'The question cannot be understood without the material. Name what it is about.',
    });
  if (isGiven(reading.missing_condition))
    faults.push({ cost: 0.3, text: `The question leaves out a condition: ${reading.missing_condition}.` });
  if (isGiven(reading.ambiguity))
    faults.push({ cost: 0.3, text: `The wording is ambiguous: ${reading.ambiguity}.` });
  const isGuessable = isGiven(reading.giveaway);
  if (isGuessable)
    faults.push({
      cost: 0.4,
      text: `The answer can be guessed without any knowledge of the subject: ${reading.giveaway}`,
    });
  const faultyOptions = faults.length === 0 && unchosen.length > 0 ? unchosen : undefined;
  for (const index of unchosen)
    faults.push({
      cost: 0.2,
      text: `No student who attended would choose ${show(index)}: ${reading.whys[index] ?? ''}`,
    });
  const isSlight = worth < BEST_WORTH;
  const score = faults.reduce(
    (sum, { cost }) => sum - cost,
    isSlight ? BEST_SCORE - SLIGHT_COST : BEST_SCORE,
  );
  return {
    isRefused: score < LOWEST_OFFERED,
    isSlight,
    repairs: isSlight ? [] : faults.map(({ text }) => text),
    faultyOptions,
    isGuessable,
    score,
  };
}

const isGiven = (text: string | null): text is string =>
  text !== null && !/^\W*(?:null|none|no|n\/a)?\W*$/iu.test(text);
