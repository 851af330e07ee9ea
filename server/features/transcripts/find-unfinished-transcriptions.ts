import { z } from 'zod';
import type { Dependencies } from '../../ports.ts';
import { readTranscript, transcribeVideo } from './transcript.jobs.ts';

const payload = z.object({ video_id: z.string() });

/** The ids of all transcriptions whose job waits or runs. */
export async function findUnfinishedTranscriptions(jobs: Dependencies['jobs']): Promise<Set<string>> {
  const unfinished = new Set<string>();
  for (const { name } of [transcribeVideo, readTranscript]) {
    for (const job of await jobs.listUnfinished(name)) unfinished.add(payload.parse(job).video_id);
  }
  return unfinished;
}
