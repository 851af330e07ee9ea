import { splitTranscript } from '../../documents/split-transcript.ts';
import type { Dependencies } from '../../ports.ts';
import { docsourceIdOf, giveTranscript } from './end-transcription.ts';
import { findUnfinishedTranscriptions } from './find-unfinished-transcriptions.ts';
import { readTranscript, transcribeVideo } from './transcript.jobs.ts';
import { findLessonOfTranscription, setLessonTranscriptionError } from './transcription-of-lesson.store.ts';
import { findTranscription, listUnreadTranscriptIds, touchTranscription } from './transcription.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'config'>;

/**
 * Brings the transcript up to date that a lesson was waiting for when it was put into the trash: the lesson gets what was
 * finished since, and what was not continues. Call it in the transaction that restores the lesson.
 * @throws {ProblemError} too_many_requests when it does not fit into the queue.
 */
export async function resumeTranscription(
  dependencies: Needed,
  lesson: { id: number; instructor_id: number; video_id: string | null },
): Promise<void> {
  const { database, jobs } = dependencies;
  for (const videoId of await listUnreadTranscriptIds(database, lesson.id)) {
    if ((await findUnfinishedTranscriptions(jobs)).has(videoId)) continue;
    await touchTranscription(database, videoId);
    const payload = { instructor_id: lesson.instructor_id, video_id: videoId };
    await jobs.enqueue(database, readTranscript, payload);
  }
  if (lesson.video_id !== null) await resumeWaitedFor(dependencies, lesson.video_id);
}

async function resumeWaitedFor(dependencies: Needed, videoId: string): Promise<void> {
  const { database, jobs } = dependencies;
  const transcription = await findTranscription(database, videoId);
  if (transcription === undefined) return;
  if (transcription.status === 'failed') {
    await setLessonTranscriptionError(database, videoId, transcription.error ?? '');
    return;
  }
  if (transcription.status === 'done') {
    const waiting = await findLessonOfTranscription(database, videoId);
    if (waiting === undefined || waiting.docsource_id === docsourceIdOf(videoId)) return;
    const cues = transcription.cues.map((cue) => ({
      startSecond: cue.start_second,
      endSecond: cue.end_second,
      text: cue.text,
    }));
    await giveTranscript(dependencies, transcription, splitTranscript(cues));
    return;
  }
  if ((await findUnfinishedTranscriptions(jobs)).has(videoId)) return;
  await touchTranscription(database, videoId);
  await jobs.enqueue(database, transcribeVideo, { video_id: videoId });
}
