import type { Dependencies } from '../../ports.ts';
import { deleteLessonWorkBefore } from './lesson-work.store.ts';

const KEPT_HOURS = 48;

/** Returns how many notes of past work went that nobody is shown any more. */
export const forgetLessonWork = (dependencies: Pick<Dependencies, 'database'>, now: Date): Promise<number> =>
  deleteLessonWorkBefore(dependencies.database, new Date(now.getTime() - KEPT_HOURS * 3_600_000));
