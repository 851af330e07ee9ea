import type { Dependencies } from '../../ports.ts';
import { failTranscription } from './end-transcription.ts';
import { listStalledTranscriptions } from './transcription.store.ts';

/** Longer than every attempt with its pauses may take. */
const STALLED_HOURS = 48;

/**
 * Ends transcriptions whose job died without a word, say because its worker was killed in the last
 * attempt: the person must be able to try again. Returns how many.
 */
export async function endStalledTranscriptions(
  dependencies: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - STALLED_HOURS * 3_600_000);
  const stalled = await listStalledTranscriptions(dependencies.database, before);
  for (const transcription of stalled) {
    await failTranscription(
      dependencies,
      transcription,
      'The transcription broke off. The video is safe; try again.',
    );
  }
  return stalled.length;
}
