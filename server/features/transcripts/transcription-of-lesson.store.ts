import type { Database } from '../../database/database.ts';

/** Locks the lesson, so that two people's clicks start one transcription. */
export async function lockLesson(transaction: Database, id: number): Promise<void> {
  await transaction.selectFrom('lessons').select('id').where('id', '=', id).forUpdate().execute();
}

/** Whether the lesson exists and is not in the trash. */
export async function isLessonThere(database: Database, id: number): Promise<boolean> {
  const lesson = await database.selectFrom('lessons').select('id').where('id', '=', id).executeTakeFirst();
  return lesson !== undefined;
}

/** Makes the lesson wait for this transcription. */
export async function setLessonTranscription(
  database: Database,
  lessonId: number,
  videoId: string,
): Promise<void> {
  await database
    .updateTable('lessons')
    .set({ video_id: videoId, transcription_error: null, updated_at: new Date() })
    .where('id', '=', lessonId)
    .execute();
}

/** Gives the lesson that still waits for `videoId` its transcript. */
export async function setLessonTranscript(
  database: Database,
  videoId: string,
  transcript: { plainText: string; docsourceId: string },
): Promise<{ id: number; course_id: number } | undefined> {
  return database
    .updateTable('lessons')
    .set({
      audio_transcript: transcript.plainText,
      docsource_id: transcript.docsourceId,
      transcription_error: null,
      updated_at: new Date(),
    })
    .where('video_id', '=', videoId)
    .returning(['id', 'course_id'])
    .executeTakeFirst();
}

/** Lets the lesson that still waits for `videoId` try again. */
export async function setLessonTranscriptionError(
  database: Database,
  videoId: string,
  error: string,
): Promise<{ id: number; course_id: number } | undefined> {
  return database
    .updateTable('lessons')
    .set({ video_id: null, transcription_error: error, updated_at: new Date() })
    .where('video_id', '=', videoId)
    .returning(['id', 'course_id'])
    .executeTakeFirst();
}

export const findLessonOfTranscription = (
  database: Database,
  videoId: string,
): Promise<{ id: number; course_id: number; docsource_id: string | null } | undefined> =>
  database
    .selectFrom('lessons')
    .select(['id', 'course_id', 'docsource_id'])
    .where('video_id', '=', videoId)
    .executeTakeFirst();
