import type { Dependencies } from '../../ports.ts';
import { deleteUnsavedQuestionSets } from './question-set.store.ts';

const UNSAVED_DAYS = 7;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Deletes the sets that nobody saved within seven days. Returns how many. */
export const forgetUnsavedQuestionSets = (
  dependencies: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> =>
  deleteUnsavedQuestionSets(dependencies.database, new Date(now.getTime() - UNSAVED_DAYS * DAY_MILLISECONDS));
