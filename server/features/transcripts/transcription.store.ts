import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import { wordMessage } from '#contract/messages/catalogue.ts';
import type { Recording } from '#contract/lessons.ts';
import { toMilliseconds } from '#contract/transcript-editing/words-of-cue.ts';
import type { Message } from '#contract/messages/message.ts';
import { storeMessage } from '#server/platform/database/store-message.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { TranscriptionTable } from '#server/platform/database/transcript-tables.ts';
import type { Cue } from '#server/ai/speech-to-text.ts';

/** Without its texts: a transcription of hours takes megabytes. */
export type TranscriptionRow = Omit<
  Selectable<TranscriptionTable>,
  'cues' | 'plain_text' | 'recording' | 'updated_at' | 'version' | 'passages_version' | 'edited_at'
>;

export const findTranscription = (database: Database, id: string): Promise<TranscriptionRow | undefined> =>
  database
    .selectFrom('transcriptions')
    .select([
      'id',
      'instructor_id',
      'lesson_id',
      'file_key',
      'source_url',
      'access_token_hash',
      'status',
      'progress',
      'error',
      'error_coded',
      'duration_seconds',
      'created_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/** The text that was brought, and, once it was read or recognized, the cues. */
export const getTranscriptionTexts = (
  database: Database,
  id: string,
): Promise<Pick<Selectable<TranscriptionTable>, 'plain_text' | 'cues'>> =>
  database
    .selectFrom('transcriptions')
    .select(['plain_text', 'cues'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** How many bytes its text and its cues take at least, as text. */
export async function measureTranscription(database: Database, id: string): Promise<number> {
  const row = await database
    .selectFrom('transcriptions')
    .select(sql<number>`2 * coalesce(octet_length(plain_text), 0)`.as('bytes'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

export async function insertTranscription(
  database: Database,
  transcription: Pick<
    Selectable<TranscriptionTable>,
    'id' | 'instructor_id' | 'lesson_id' | 'file_key' | 'source_url' | 'access_token_hash' | 'plain_text'
  >,
): Promise<void> {
  await database
    .insertInto('transcriptions')
    .values({ ...transcription, status: 'queued', error: null, duration_seconds: null, cues: '[]' })
    .execute();
}

/** Only forward, and only while it runs: a late report of an older attempt changes nothing. */
export async function updateProgress(
  database: Database,
  id: string,
  progress: number,
  durationSeconds: number | undefined,
): Promise<boolean> {
  const result = await database
    .updateTable('transcriptions')
    .set({
      status: 'running',
      progress,
      updated_at: new Date(),
      ...(durationSeconds === undefined ? {} : { duration_seconds: durationSeconds }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .where('progress', '<=', progress)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends a transcription once: false when it has ended before, or is gone. */
export async function finishTranscription(
  database: Database,
  id: string,
  outcome:
    | {
        status: 'done';
        cues: readonly Cue[];
        plainText: string;
        durationSeconds: number | null;
        recording: Recording | null;
      }
    | { status: 'failed'; reason: Message },
): Promise<boolean> {
  const result = await database
    .updateTable('transcriptions')
    .set({
      status: outcome.status,
      updated_at: new Date(),
      ...(outcome.status === 'failed'
        ? { error: wordMessage(outcome.reason), error_coded: storeMessage(outcome.reason) }
        : {
            progress: 100,
            duration_seconds:
              outcome.durationSeconds === null ? null : toMilliseconds(outcome.durationSeconds),
            plain_text: outcome.plainText,
            recording: outcome.recording === null ? null : JSON.stringify(outcome.recording),
            cues: JSON.stringify(
              outcome.cues.map(({ startSecond, endSecond, text, wordConfidences }) => ({
                start_second: toMilliseconds(startSecond),
                end_second: toMilliseconds(endSecond),
                text,
                // JSON leaves it out where the recognizer did not say.
                word_confidences: wordConfidences,
              })),
            ),
          }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Transcripts that were brought for the lesson and have not been read. */
export async function listUnreadTranscriptIds(database: Database, lessonId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('transcriptions')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .where('status', '=', 'queued')
    .where('plain_text', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts as newly queued. */
export async function touchTranscription(database: Database, id: string): Promise<void> {
  await database
    .updateTable('transcriptions')
    .set({ status: 'queued', progress: 0, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Transcriptions that should be under way but have not been touched since `before`. Those of lessons in the trash rest. */
export async function listStalledTranscriptions(
  database: Database,
  before: Date,
): Promise<Pick<TranscriptionRow, 'id' | 'instructor_id'>[]> {
  return database
    .selectFrom('transcriptions')
    .select(['id', 'instructor_id'])
    .where('status', 'in', ['queued', 'running'])
    .where('updated_at', '<', before)
    .where(isNotInTrash)
    .orderBy('id')
    .execute();
}

/**
 * Deletes transcriptions of lessons, or of one lesson, that have ended and that the lesson does not use: superseded and failed
 * ones. Returns how many.
 */
export async function deleteUnusedTranscriptions(database: Database, lessonId?: number): Promise<number> {
  let query = database
    .deleteFrom('transcriptions')
    .where('status', 'in', ['done', 'failed'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('lessons')
          .select('lessons.id')
          .whereRef('lessons.id', '=', 'transcriptions.lesson_id')
          .whereRef('lessons.video_id', 'is distinct from', 'transcriptions.id'),
      ),
    );
  if (lessonId !== undefined) query = query.where('lesson_id', '=', lessonId);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Of no lesson, or of one that is not in the trash. */
const isNotInTrash = ({ or, eb, exists, selectFrom }: ExpressionBuilder<Schema, 'transcriptions'>) =>
  or([
    eb('transcriptions.lesson_id', 'is', null),
    exists(
      selectFrom('lessons').select('lessons.id').whereRef('lessons.id', '=', 'transcriptions.lesson_id'),
    ),
  ]);

/** Of all the instructor's transcriptions, without those of lessons in the trash, oldest first. */
export async function listTranscriptionIdsOf(database: Database, instructorId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('transcriptions')
    .select('id')
    .where('instructor_id', '=', instructorId)
    .where(isNotInTrash)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
