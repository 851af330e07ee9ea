import type { Dependencies } from '#server/dependencies.ts';
import { deleteThinnedVersions } from './question-editing.store.ts';

const NEWEST = 50;
/** Until then one version of each day is kept; later one of each week. */
const DAILY_DAYS = 90;
const DAY_MILLISECONDS = 86_400_000;

/** Deletes most of the older versions of quizzes that were published many times. Returns how many. */
export const thinVersions = ({ database }: Pick<Dependencies, 'database'>, now: Date): Promise<number> =>
  deleteThinnedVersions(database, {
    newest: NEWEST,
    dailySince: new Date(now.getTime() - DAILY_DAYS * DAY_MILLISECONDS),
  });
