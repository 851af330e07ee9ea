import type { Outcome } from '#contract/courses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  renameOutcomesOfBank,
  renameOutcomesOfEdits,
  renameOutcomesOfQuizzes,
  type OutcomeNames,
} from './outcome-names.store.ts';

/** The short names of one course by those of another: an outcome of both has the same description. */
export function matchOutcomes(from: readonly Outcome[], to: readonly Outcome[]): OutcomeNames {
  const plain = ({ description }: Outcome): string => description.trim().toLowerCase();
  return Object.fromEntries(
    from.flatMap((outcome) => {
      const same = to.find((other) => plain(other) === plain(outcome));
      return same === undefined ? [] : [[outcome.short_name, same.short_name]];
    }),
  );
}

/** Gives the questions of a lesson the outcomes of another course, and none where that course lacks theirs. */
export async function renameOutcomes(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
  names: OutcomeNames,
): Promise<void> {
  await renameOutcomesOfQuizzes(database, lessonId, names);
  await renameOutcomesOfEdits(database, lessonId, names);
  await renameOutcomesOfBank(database, lessonId, names);
}
