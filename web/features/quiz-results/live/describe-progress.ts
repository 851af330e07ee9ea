import type { LiveAttempt, SnapshotQuestion } from '#contract/shared-quizzes.ts';

export const countAnswered = ({ answers }: Pick<LiveAttempt, 'answers'>): number =>
  answers.filter((answer) => answer.is_answered).length;

export type LiveState = 'submitted' | 'timeOver' | 'answering';

export function stateOf(attempt: Pick<LiveAttempt, 'submitted_at' | 'deadline_at'>, now: number): LiveState {
  if (attempt.submitted_at !== null) return 'submitted';
  return attempt.deadline_at !== null && Date.parse(attempt.deadline_at) <= now ? 'timeOver' : 'answering';
}

/** The share of all answers that have been given, from 0 to 1. */
export function shareAnswered(attempts: readonly LiveAttempt[]): number {
  const expected = attempts.reduce((sum, attempt) => sum + attempt.question_count, 0);
  return expected === 0 ? 0 : attempts.reduce((sum, attempt) => sum + countAnswered(attempt), 0) / expected;
}

/** How many chose each option of a question, and how many answered it at all. */
export function countChoices(
  { key, options }: Pick<SnapshotQuestion, 'key' | 'options'>,
  attempts: readonly LiveAttempt[],
): { answered: number; chosen: number[] } {
  const given = attempts.flatMap(({ answers }) =>
    answers.filter((answer) => answer.key === key && answer.is_answered),
  );
  return {
    answered: given.length,
    chosen: options.map((_, place) => given.filter(({ choice }) => choice === place).length),
  };
}
