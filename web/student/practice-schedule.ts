import type { StudentAttempt } from '#contract/attempts.ts';

/** How often in a row each question was right, and when it is due again, in milliseconds since 1970. */
export type Schedule = Readonly<Record<string, { box: number; dueAt: number }>>;

const DAY_MILLISECONDS = 86_400_000;
/** After the first, second and third right answer (Leitner, 1972); after the fourth a question is learned. */
const INTERVALS_DAYS = [1, 3, 7];
/** So many other questions come before a wrong one returns. */
const GAP = 3;

/** Questions that were not fully right and whose right answer the settings show. */
export const listWrong = ({ feedback }: Pick<StudentAttempt, 'feedback'>): number[] =>
  feedback.flatMap(({ key, points, correct_option: correct, key_points: keyPoints }) =>
    points !== null && points < 1 && (correct != null || (keyPoints ?? []).length > 0) ? [key] : [],
  );

const isLearned = (schedule: Schedule, key: number): boolean =>
  (schedule[key]?.box ?? 0) > INTERVALS_DAYS.length;

export const listDue = (keys: readonly number[], schedule: Schedule, now: number): number[] =>
  keys.filter((key) => !isLearned(schedule, key) && (schedule[key]?.dueAt ?? 0) <= now);

/** When the next question is due; undefined once all are learned. */
export function findNextDue(keys: readonly number[], schedule: Schedule): number | undefined {
  const times = keys.flatMap((key) => (isLearned(schedule, key) ? [] : [schedule[key]?.dueAt ?? 0]));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** What an answer to the first question of the queue changes. */
export function recordAnswer(
  [key, ...rest]: readonly number[],
  schedule: Schedule,
  isRight: boolean,
  now: number,
): { queue: number[]; schedule: Schedule } {
  if (key === undefined) return { queue: [], schedule };
  const box = isRight ? (schedule[key]?.box ?? 0) + 1 : 0;
  const days = INTERVALS_DAYS[box - 1] ?? 0;
  return {
    queue: isRight ? rest : rest.toSpliced(GAP, 0, key),
    schedule: { ...schedule, [key]: { box, dueAt: now + days * DAY_MILLISECONDS } },
  };
}
