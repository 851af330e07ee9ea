import type { Dependencies } from '../../ports.ts';
import { deleteUnusedTranscriptions } from './transcription.store.ts';

/** Deletes superseded and failed transcriptions of lessons. Returns how many. */
export const forgetUnusedTranscriptions = ({ database }: Pick<Dependencies, 'database'>): Promise<number> =>
  deleteUnusedTranscriptions(database);
