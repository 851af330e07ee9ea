import { z } from 'zod';
import { message } from '#contract/messages/make-message.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { followCorrectionsJob } from './editing/correction.jobs.ts';
import { listTranscriptsNotFollowed } from './editing/transcript-editing.store.ts';
import { failTranscription } from './end-transcription.ts';
import { readTranscript, transcribeVideo } from './transcript.jobs.ts';
import { findGivenTranscript, setLessonTranscriptionError } from './transcription-of-lesson.store.ts';
import {
  findTranscription,
  listUnreadTranscriptIds,
  touchTranscription,
  listStalledTranscriptions,
  deleteUnusedTranscriptions,
} from './transcription.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'config'>;

/**
 * Brings the transcript up to date that a lesson was waiting for when it was put into the trash: the lesson gets what was
 * finished since, and what was not continues. Call it in the transaction that restores the lesson.
 * @throws {ProblemError} too_many_requests when it does not fit into the queue.
 */
export async function resumeTranscription(
  dependencies: Needed,
  lesson: { id: number; instructor_id: number; transcription_id: string | null },
): Promise<void> {
  const { database, jobs } = dependencies;
  for (const transcriptionId of await listUnreadTranscriptIds(database, lesson.id)) {
    if ((await findUnfinishedTranscriptions(jobs)).has(transcriptionId)) continue;
    await touchTranscription(database, transcriptionId);
    const payload = { instructor_id: lesson.instructor_id, video_id: transcriptionId };
    await jobs.enqueue(database, readTranscript, payload);
  }
  if (lesson.transcription_id !== null) await resumeWaitedFor(dependencies, lesson.transcription_id);
}

async function resumeWaitedFor(dependencies: Needed, transcriptionId: string): Promise<void> {
  const { database, jobs } = dependencies;
  const transcription = await findTranscription(database, transcriptionId);
  if (transcription === undefined) return;
  if (transcription.status === 'failed') {
    await setLessonTranscriptionError(
      database,
      transcriptionId,
      transcription.error_coded ?? message('transcription_failed'),
    );
    return;
  }
  if (transcription.status === 'done') {
    const given = await findGivenTranscript(database, transcriptionId);
    if (given === undefined) return;
    const payload = { instructor_id: transcription.instructor_id, video_id: transcriptionId };
    // Splitting an hour of speech takes too long for a request.
    if (!given.is_given) await jobs.enqueue(database, readTranscript, payload);
    else if (given.is_behind) await jobs.enqueue(database, followCorrectionsJob, payload);
    return;
  }
  if ((await findUnfinishedTranscriptions(jobs)).has(transcriptionId)) return;
  await touchTranscription(database, transcriptionId);
  await jobs.enqueue(database, transcribeVideo, { video_id: transcriptionId });
}

const payload = z.object({ video_id: z.string() });

/** The ids of all transcriptions whose job waits or runs. */
async function findUnfinishedTranscriptions(jobs: Dependencies['jobs']): Promise<Set<string>> {
  const unfinished = new Set<string>();
  for (const { name } of [transcribeVideo, readTranscript]) {
    for (const job of await jobs.listUnfinished(name)) unfinished.add(payload.parse(job).video_id);
  }
  return unfinished;
}

/** Longer than the moments between a transaction's commit and a look at the queue. */
const STALLED_HOURS = 1;

/**
 * Ends transcriptions whose job died silently, such as when its worker was killed in the last
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
    await failTranscription(dependencies, transcription, message('transcription_interrupted'));
  }
  return stalled.length;
}

/** Makes lessons follow corrections of their transcripts whose job died, or that were copied before it ran. Returns how many. */
export async function followMissedCorrections(
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - STALLED_HOURS * 3_600_000);
  const behind = await listTranscriptsNotFollowed(database, before);
  if (behind.length === 0) return 0;
  const waiting = (await jobs.listUnfinished(followCorrectionsJob.name)).map(
    (job) => payload.parse(job).video_id,
  );
  const missed = behind.filter(({ id }) => !waiting.includes(id));
  for (const { id, instructor_id } of missed)
    await jobs.enqueue(database, followCorrectionsJob, { instructor_id, video_id: id });
  return missed.length;
}

/** Deletes superseded and failed transcriptions of lessons. Returns how many. */
export const forgetUnusedTranscriptions = ({ database }: Pick<Dependencies, 'database'>): Promise<number> =>
  deleteUnusedTranscriptions(database);
