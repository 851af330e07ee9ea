import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField } from '../../problem-error.ts';
import { getOwnLesson } from '../lessons/get-own-lesson.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { announceTranscription } from './announce-transcription.ts';
import { transcribeVideo } from './transcript.jobs.ts';
import { lockLesson, setLessonTranscription } from './transcription-of-lesson.store.ts';
import { insertTranscription } from './transcription.store.ts';

export const newVideoId = (): string => `vid_${randomBytes(16).toString('base64url')}`;

/**
 * Starts the transcription of a video lesson. One that has a transcript, or is being transcribed,
 * stays as it is.
 * @throws {ProblemError} not_found; validation_failed when the lesson is no video.
 */
export async function startTranscription(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  lessonId: number,
): Promise<LessonRow> {
  return inTransaction(dependencies.database, async (transaction) => {
    await lockLesson(transaction, lessonId);
    const lesson = await getOwnLesson({ database: transaction }, actor, lessonId);
    if (lesson.kind !== 'video') throw invalidField('lesson_id', 'Only video lessons can be transcribed.');
    if (lesson.audio_transcript !== '' || lesson.video_id !== null) return lesson;
    const videoId = newVideoId();
    await insertTranscription(transaction, {
      id: videoId,
      instructor_id: actor.instructorId,
      lesson_id: lessonId,
      file_key: lesson.file_key,
      source_url: lesson.source_url,
      access_token_hash: null,
      plain_text: null,
    });
    await setLessonTranscription(transaction, lessonId, videoId);
    await dependencies.jobs.enqueue(transaction, transcribeVideo, { video_id: videoId });
    await announceTranscription(transaction, actor.instructorId, lesson, { status: 'queued', progress: 0 });
    return getOwnLesson({ database: transaction }, actor, lessonId);
  });
}
