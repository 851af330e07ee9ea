import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import { toWire } from '#contract/wire-names.ts';
import type { ExportedTranscription } from '#contract/account-export.ts';
import type { Message } from '#contract/messages/message.ts';
import type {
  CreatedTranscription,
  TranscriptionState,
  RetrievedTranscription,
  RetrieveTranscriptionRequest,
} from '#contract/transcripts.ts';
import { completeAddress } from '#contract/youtube-address.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { readCuesAsJson, readTextAsJson, SLICE_BYTES } from '#server/platform/database/read-in-slices.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findFileKey, isInFileFolder } from '#server/platform/files/file-links.ts';
import { invalidField, notFound } from '#server/platform/problem-error.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import { findOwnFile } from '../uploads/stored-files.ts';
import { announceTranscription, failTranscription } from './end-transcription.ts';
import { listKeptVersions } from './editing/transcript-editing.store.ts';
import { transcribeVideo } from './transcript.jobs.ts';
import { lockLesson, setLessonTranscription } from './transcription-of-lesson.store.ts';
import { refuseYoutubeFault } from './refuse-youtube-fault.ts';
import {
  insertTranscription,
  findTranscription,
  measureTranscription,
  listTranscriptionIdsOf,
} from './transcription.store.ts';

export const newTranscriptionId = (): string => `vid_${randomBytes(16).toString('base64url')}`;

/**
 * Starts the transcription of a video lesson. One that has a transcript, or is being transcribed,
 * stays as it is.
 * @throws {ProblemError} not_found; validation_failed when the lesson is not a video.
 */
export async function startTranscription(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  lessonId: number,
): Promise<LessonRow> {
  return inTransaction(dependencies.database, async (transaction) => {
    await lockLesson(transaction, lessonId);
    const lesson = await getOwnLesson({ database: transaction }, actor, lessonId);
    if (lesson.kind !== 'video') throw invalidField('lesson_id', 'video_lesson_to_transcribe');
    if (lesson.has_transcript || lesson.transcription_id !== null) return lesson;
    const transcriptionId = newTranscriptionId();
    await insertTranscription(transaction, {
      id: transcriptionId,
      instructor_id: actor.instructorId,
      lesson_id: lessonId,
      file_key: lesson.file_key,
      source_url: lesson.source_url,
      access_token_hash: null,
      plain_text: null,
    });
    await setLessonTranscription(transaction, lessonId, transcriptionId);
    await dependencies.jobs.enqueue(transaction, transcribeVideo, { video_id: transcriptionId });
    await announceTranscription(transaction, actor.instructorId, lesson, { status: 'queued', progress: 0 });
    return getOwnLesson({ database: transaction }, actor, lessonId);
  });
}

const hashAccessToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Transcribes an own file or a public address without a lesson.
 * @throws {ProblemError} not_found for another's file; validation_failed.
 */
export async function createTranscription(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  videoUrl: string,
  origin: string,
): Promise<CreatedTranscription> {
  const key = findFileKey(videoUrl);
  const file = key === undefined ? undefined : await findOwnFile(dependencies, actor, key);
  // Only Lectern names files so: kept as an address, it would lead nowhere.
  if (file === undefined && (key !== undefined || isInFileFolder(videoUrl, origin))) throw notFound('file');
  if (file !== undefined && file.kind !== 'video') throw invalidField('video_url', 'video_url_of_other_file');
  const url = URL.parse(completeAddress(videoUrl));
  if (file === undefined && (url === null || !/^https?:$/.test(url.protocol))) {
    throw invalidField('video_url', 'file_url_invalid');
  }
  if (file === undefined) refuseYoutubeFault('video_url', videoUrl);
  const transcriptionId = newTranscriptionId();
  const accessToken = randomBytes(24).toString('base64url');
  await inTransaction(dependencies.database, async (transaction) => {
    await insertTranscription(transaction, {
      id: transcriptionId,
      instructor_id: actor.instructorId,
      lesson_id: null,
      file_key: file?.key ?? null,
      source_url: file === undefined ? (url?.href ?? null) : null,
      access_token_hash: hashAccessToken(accessToken),
      plain_text: null,
    });
    await dependencies.jobs.enqueue(transaction, transcribeVideo, { video_id: transcriptionId });
  });
  return { transcription_id: transcriptionId, access_token: accessToken };
}

/** The state of the transcription of the actor's lesson. @throws {ProblemError} not_found. */
export async function checkTranscription(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
): Promise<TranscriptionState> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const whenNone = lesson.transcription_error === null ? 'none' : 'failed';
  return {
    lesson_id: lesson.id,
    transcription_id: lesson.transcription_id,
    status: lesson.transcription_status ?? whenNone,
    progress: lesson.transcription_progress ?? 0,
    error: lesson.transcription_error,
    error_coded: lesson.transcription_error_coded,
  };
}

/**
 * The state of a transcription without a lesson, with its transcript when it is done, as JSON in pieces.
 * @param beforeReading is given the bytes that one piece takes, before any is read.
 * @throws {ProblemError} not_found, also for a wrong token, before the first piece.
 */
export async function retrieveTranscription(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  input: RetrieveTranscriptionRequest,
  beforeReading: (bytes: number) => Promise<void>,
): Promise<AsyncGenerator<string>> {
  const found = await findTranscription(database, input.transcription_id);
  const isAllowed =
    found?.instructor_id === actor.instructorId &&
    found.access_token_hash !== null &&
    timingSafeEqual(found.access_token_hash, hashAccessToken(input.access_token));
  if (!isAllowed) throw notFound('transcription');
  await beforeReading(Math.min(await measureTranscription(database, found.id), SLICE_BYTES));
  const state: Omit<RetrievedTranscription, 'transcript' | 'cues'> = {
    transcription_id: found.id,
    status: found.status,
    progress: found.progress,
    error: found.error,
    error_coded: found.error_coded,
  };
  if (found.status === 'done') return writeWithTexts(database, found.id, state, 'transcript');
  return once(JSON.stringify({ ...toWire(state), transcript: null, cues: [] }));
}

async function* once(piece: string): AsyncGenerator<string> {
  yield await Promise.resolve(piece);
}

/** Adds its cues and, as `textName`, its text to what is said of a transcription. */
async function* writeWithTexts(
  database: Dependencies['database'],
  id: string,
  beside: object,
  textName: 'transcript' | 'plain_text',
): AsyncGenerator<string> {
  yield `${JSON.stringify(toWire(beside)).slice(0, -1)},"cues":[`;
  yield* readCuesAsJson(database, id);
  yield `],"${textName}":"`;
  yield* readTextAsJson(database, { table: 'transcriptions', column: 'plain_text', id });
  yield '"}';
}

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
  reason: Message,
): Promise<void> {
  const transcription = await findTranscription(dependencies.database, id);
  if (transcription !== undefined) await failTranscription(dependencies, transcription, reason);
}

/** One version in memory at a time. */
async function* writeWithVersions(
  database: Dependencies['database'],
  id: string,
  beside: object,
): AsyncGenerator<string> {
  yield '{"earlier_versions":[';
  let separator = '';
  for (const { version, saved_at: savedAt } of await listKeptVersions(database, id)) {
    yield `${separator}{"saved_at":"${savedAt.toISOString()}","cues":[`;
    yield* readCuesAsJson(database, id, version);
    yield ']}';
    separator = ',';
  }
  yield '],';
  let isFirst = true;
  for await (const piece of writeWithTexts(database, id, beside, 'plain_text')) {
    yield isFirst ? piece.slice(1) : piece;
    isFirst = false;
  }
}

/** All transcriptions of the actor, of lessons or not, one at a time, as JSON in pieces. */
export async function* exportTranscriptions(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<AsyncIterable<string>> {
  for (const id of await listTranscriptionIdsOf(database, actor.instructorId)) {
    const row = await findTranscription(database, id);
    if (row === undefined) continue;
    const beside: Omit<ExportedTranscription, 'plain_text' | 'cues' | 'earlier_versions'> = {
      transcription_id: row.id,
      lesson_id: row.lesson_id,
      source_url: row.source_url,
      status: row.status,
      error: row.error,
      duration_seconds: row.duration_seconds,
      created_at: row.created_at.toISOString(),
    };
    yield writeWithVersions(database, id, beside);
  }
}
