import type { Dependencies } from '../../ports.ts';
import { failTranscription } from './end-transcription.ts';
import { findTranscription } from './transcription.store.ts';

/** Whether a job may still give this transcription its result. */
export async function isTranscriptionOpen(
  { database }: Pick<Dependencies, 'database'>,
  id: string,
): Promise<boolean> {
  const transcription = await findTranscription(database, id);
  return transcription?.status === 'queued' || transcription?.status === 'running';
}

/** Ends a transcription whose job was cancelled, so that its instructor can start it again. */
export async function cancelTranscription(
  dependencies: Pick<Dependencies, 'database'>,
  id: string,
  message: string,
): Promise<void> {
  const transcription = await findTranscription(dependencies.database, id);
  if (transcription !== undefined) await failTranscription(dependencies, transcription, message);
}
