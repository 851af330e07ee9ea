import type { Database } from '#server/database/database.ts';
import { deleteUnusedRecognizedPages } from './recognized-page.store.ts';

/** What lessons hold that may have to go with them. */
export interface LessonContent {
  readonly fileKeys: readonly string[];
  readonly documentSourceIds: readonly string[];
}

export async function listLessonContent(
  database: Database,
  of: { lessonId: number } | { courseId: number },
): Promise<LessonContent> {
  const rows = await database
    .selectFrom('all_lessons')
    .select(['file_key', 'docsource_id'])
    .where((where) =>
      'lessonId' in of ? where('id', '=', of.lessonId) : where('course_id', '=', of.courseId),
    )
    .execute();
  return {
    fileKeys: [...new Set(rows.flatMap(({ file_key: key }) => (key === null ? [] : [key])))],
    documentSourceIds: [...new Set(rows.flatMap(({ docsource_id: id }) => (id === null ? [] : [id])))],
  };
}

/** Deletes those of the sources that no lesson uses any more, in the trash or not, with their passages and what only they were recognized for. */
export async function deleteUnusedSources(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await database
    .deleteFrom('document_sources')
    .where('id', 'in', [...ids])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('all_lessons')
            .select('all_lessons.id')
            .whereRef('all_lessons.docsource_id', '=', 'document_sources.id'),
        ),
      ),
    )
    .returning('recognition_key')
    .execute();
  const keys = deleted.flatMap(({ recognition_key: key }) => (key === null ? [] : [key]));
  if (keys.length > 0) await deleteUnusedRecognizedPages(database, { keys });
}

/** Deletes the rows of those files that no lesson uses any more, in the trash or not, and returns their keys. */
export async function deleteUnusedFileRows(database: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await database
    .deleteFrom('stored_files')
    .where('key', 'in', [...keys])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('all_lessons')
            .select('all_lessons.id')
            .whereRef('all_lessons.file_key', '=', 'stored_files.key'),
        ),
      ),
    )
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Files uploaded before `before` that never became a lesson. */
export async function listAbandonedFileKeys(database: Database, before: Date): Promise<string[]> {
  const rows = await database
    .selectFrom('stored_files')
    .select('key')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('all_lessons')
            .select('all_lessons.id')
            .whereRef('all_lessons.file_key', '=', 'stored_files.key'),
        ),
      ),
    )
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Whether another lesson, in the trash or not, uses the text of this one. */
export async function isSourceShared(
  database: Database,
  documentSourceId: string,
  lessonId: number,
): Promise<boolean> {
  const other = await database
    .selectFrom('all_lessons')
    .select('id')
    .where('docsource_id', '=', documentSourceId)
    .where('id', '<>', lessonId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
