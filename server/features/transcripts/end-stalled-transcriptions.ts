import type { Dependencies } from '../../ports.ts';
import { failTranscription } from './end-transcription.ts';
import { findUnfinishedTranscriptions } from './find-unfinished-transcriptions.ts';
import { listStalledTranscriptions } from './transcription.store.ts';

/** Longer than the moments between a transaction's commit and a look at the queue. */
const STALLED_HOURS = 1;

/**
 * Ends transcriptions whose job died without a word, say because its worker was killed in the last
 * attempt: the person must be able to try again. One whose job waits or runs is not stalled, however long that takes.
 * Returns how many.
 */
export async function endStalledTranscriptions(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - STALLED_HOURS * 3_600_000);
  const untouched = await listStalledTranscriptions(dependencies.database, before);
  if (untouched.length === 0) return 0;
  const unfinished = await findUnfinishedTranscriptions(dependencies.jobs);
  const stalled = untouched.filter(({ id }) => !unfinished.has(id));
  for (const transcription of stalled) {
    await failTranscription(
      dependencies,
      transcription,
      'The transcription broke off. The video is safe; try again.',
    );
  }
  return stalled.length;
}
