import type { ComposedQuestion } from './compose/composed-question.ts';

/** A question that may be offered. */
export interface JudgedQuestion {
  readonly question: ComposedQuestion;
  /** 0 to 1, for the ranking in the bank. */
  readonly score: number;
}

export interface Verdict {
  /** Undefined when the question is refused. */
  readonly candidate?: JudgedQuestion;
  /** What its writer may repair; empty when there is nothing to repair, or nothing to go by. */
  readonly problems: readonly string[];
}

/** A first attempt with what is wrong with it. */
export interface Refused<Draft> {
  readonly draft: Draft;
  readonly problems: readonly string[];
}

/**
 * Has a question written and judged, and repaired once where it fails or could be better.
 * @param ask gives null when the model cannot be used
 * @returns the better of the two attempts; undefined when both fail
 */
export async function writeWithRepair<Draft>(
  ask: (refused?: Refused<Draft>) => Promise<Draft | null>,
  examine: (draft: Draft) => Promise<Verdict>,
): Promise<JudgedQuestion | undefined> {
  const draft = await ask();
  if (draft === null) return undefined;
  const first = await examine(draft);
  if (first.problems.length === 0) return first.candidate;
  const repaired = await ask({ draft, problems: first.problems });
  if (repaired === null) return first.candidate;
  const second = await examine(repaired);
  const isBetter = (second.candidate?.score ?? 0) > (first.candidate?.score ?? 0);
  return isBetter ? second.candidate : first.candidate;
}
