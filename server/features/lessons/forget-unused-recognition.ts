import type { Dependencies } from '../../ports.ts';
import { deleteUnusedRecognizedPages } from './recognized-page.store.ts';

/** Longer than every attempt at the longest scan takes. */
const KEPT_HOURS = 48;

/** Returns how many recognized pages went that no text is made of: of scans that were given up or never became a lesson. */
export const forgetUnusedRecognition = (
  { database }: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> =>
  deleteUnusedRecognizedPages(database, { before: new Date(now.getTime() - KEPT_HOURS * 3_600_000) });
