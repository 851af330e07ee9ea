import { sql } from 'kysely';
import { wordMessage } from '#contract/messages/catalogue.ts';
import type { Message } from '#contract/messages/message.ts';
import { storeMessage } from '#server/platform/database/store-message.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Locks the lesson, so that two people's clicks start one transcription. */
export async function lockLesson(transaction: Database, id: number): Promise<void> {
  await transaction.selectFrom('lessons').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Whether the lesson exists and is not in the trash. */
export async function isLessonThere(database: Database, id: number): Promise<boolean> {
  const lesson = await database.selectFrom('lessons').select('id').where('id', '=', id).executeTakeFirst();
  return lesson !== undefined;
}

/** Whether the lesson has a transcript that was brought after this one. Lock the lesson before. */
export async function hasLaterTranscript(
  transaction: Database,
  lessonId: number,
  transcriptionId: string,
): Promise<boolean> {
  const later = await transaction
    .selectFrom('lessons')
    .innerJoin('transcriptions as current', 'current.id', 'lessons.video_id')
    .innerJoin('transcriptions as own', (join) => join.onRef('own.created_at', '<', 'current.created_at'))
    .select('current.id')
    .where('lessons.id', '=', lessonId)
    .where('own.id', '=', transcriptionId)
    .where('current.status', '=', 'done')
    .executeTakeFirst();
  return later !== undefined;
}

/** Makes the lesson wait for this transcription. */
export async function setLessonTranscription(
  database: Database,
  lessonId: number,
  transcriptionId: string,
): Promise<void> {
  await database
    .updateTable('lessons')
    .set({
      video_id: transcriptionId,
      transcription_error: null,
      transcription_error_coded: null,
      updated_at: new Date(),
    })
    .where('id', '=', lessonId)
    .execute();
}

/** Gives the lesson that still waits for `transcriptionId` its transcript. */
export async function setLessonTranscript(
  database: Database,
  transcriptionId: string,
  transcript: { plainText: string; documentSourceId: string },
): Promise<{ id: number; course_id: number } | undefined> {
  return database
    .updateTable('lessons')
    .set({
      audio_transcript: transcript.plainText,
      docsource_id: transcript.documentSourceId,
      transcription_error: null,
      transcription_error_coded: null,
      updated_at: new Date(),
    })
    .where('video_id', '=', transcriptionId)
    .returning(['id', 'course_id'])
    .executeTakeFirst();
}

/** Lets the lesson that still waits for `transcriptionId` try again. */
export async function setLessonTranscriptionError(
  database: Database,
  transcriptionId: string,
  reason: Message,
): Promise<{ id: number; course_id: number } | undefined> {
  return database
    .updateTable('lessons')
    .set({
      video_id: null,
      transcription_error: wordMessage(reason),
      transcription_error_coded: storeMessage(reason),
      updated_at: new Date(),
    })
    .where('video_id', '=', transcriptionId)
    .returning(['id', 'course_id'])
    .executeTakeFirst();
}

/**
 * Says on the lesson that a transcript which was brought for it could not be read. The lesson keeps the transcript it has, and
 * continues waiting for a transcription that is under way.
 */
export async function setBroughtTranscriptError(
  database: Database,
  transcriptionId: string,
  reason: Message,
  { onlyWithoutText }: { onlyWithoutText: boolean },
): Promise<{ id: number; course_id: number } | undefined> {
  return database
    .updateTable('lessons')
    .set({
      transcription_error: wordMessage(reason),
      transcription_error_coded: storeMessage(reason),
      updated_at: new Date(),
    })
    .$if(onlyWithoutText, (update) => update.where('docsource_id', 'is', null))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('transcriptions')
        .select('lesson_id')
        .where('transcriptions.id', '=', transcriptionId)
        .where('plain_text', 'is not', null),
    )
    .returning(['id', 'course_id'])
    .executeTakeFirst();
}

export const findLessonOfTranscription = (
  database: Database,
  transcriptionId: string,
): Promise<{ id: number; course_id: number; document_source_id: string | null } | undefined> =>
  database
    .selectFrom('lessons')
    .select(['id', 'course_id', 'docsource_id as document_source_id'])
    .where('video_id', '=', transcriptionId)
    .executeTakeFirst();

/** Whether the lesson that waits for a finished transcription has its text, and whether that follows its last correction. */
export async function findGivenTranscript(
  database: Database,
  transcriptionId: string,
): Promise<{ is_given: boolean; is_behind: boolean } | undefined> {
  return database
    .selectFrom('lessons')
    .innerJoin('transcriptions', 'transcriptions.id', 'lessons.video_id')
    .select([
      sql<boolean>`lessons.docsource_id is not null and lessons.audio_transcript = transcriptions.plain_text`.as(
        'is_given',
      ),
      sql<boolean>`transcriptions.passages_version <> transcriptions.version`.as('is_behind'),
    ])
    .where('transcriptions.id', '=', transcriptionId)
    .executeTakeFirst();
}
