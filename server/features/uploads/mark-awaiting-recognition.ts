import type { Dependencies } from '../../ports.ts';
import { markFileAwaitingRecognition } from './stored-file.store.ts';

/** Notes that a stored PDF is a scan of many pages, to be recognized once it is a lesson. */
export const markAwaitingRecognition = (
  { database }: Pick<Dependencies, 'database'>,
  fileKey: string,
): Promise<void> => markFileAwaitingRecognition(database, fileKey);
