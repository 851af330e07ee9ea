import { z } from 'zod';
import { message } from '#contract/messages/make-message.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { awaitJobAnswer } from '#server/platform/jobs/await-job-answer.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasTimes } from '#server/documents/subtitles.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { holdRoomForTexts } from '../uploads/storage.ts';
import { newTranscriptionId } from './transcriptions.ts';
import { readTranscript } from './transcript.jobs.ts';
import { insertTranscription } from './transcription.store.ts';

/**
 * Stores a transcript that the person pastes or uploads for a video lesson, and enqueues its import. Returns the job's id, for
 * {@link awaitBroughtTranscript}: two steps, so that no caller keeps a long text in memory while it waits.
 * @throws {ProblemError} not_found; validation_failed; subtitles_unreadable; storage_quota_exceeded.
 */
export async function bringTranscript(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  actor: Actor,
  lessonId: number,
  { text, fileName = '' }: { text: string; fileName: string | undefined },
): Promise<string> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.kind !== 'video') throw invalidField('id', 'video_lesson_for_transcript');
  if (/\.(?:srt|vtt)$/iu.test(fileName.trim()) && !hasTimes(text)) {
    throw new ProblemError({ problem: 'subtitles_unreadable', message: message('subtitles_named_only') });
  }
  return inTransaction(dependencies.database, async (transaction) => {
    const inside = { ...dependencies, database: transaction };
    await holdRoomForTexts(inside, actor, Buffer.byteLength(text));
    return haveTranscriptRead(inside, actor, lessonId, text);
  });
}

/** Waits until a transcript is read. @throws {ProblemError} subtitles_unreadable; document_without_text; not_found. */
export async function awaitBroughtTranscript(
  dependencies: Pick<Dependencies, 'clock' | 'database' | 'jobs' | 'events'>,
  actor: Actor,
  lessonId: number,
  jobId: string,
): Promise<LessonRow> {
  await awaitJobAnswer(dependencies, readTranscript, jobId, z.object({ video_id: z.string() }));
  return getOwnLesson(dependencies, actor, lessonId);
}

/** Has a transcript read in the background and given to the lesson. Call it in a transaction. Returns the job's id. */
export async function haveTranscriptRead(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  lessonId: number,
  text: string,
): Promise<string> {
  const transcriptionId = newTranscriptionId();
  await insertTranscription(dependencies.database, {
    id: transcriptionId,
    instructor_id: actor.instructorId,
    lesson_id: lessonId,
    file_key: null,
    source_url: null,
    access_token_hash: null,
    plain_text: text.replaceAll('\u0000', ''),
  });
  const payload = { instructor_id: actor.instructorId, video_id: transcriptionId };
  return dependencies.jobs.enqueue(dependencies.database, readTranscript, payload);
}
