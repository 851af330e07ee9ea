import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
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
    .leftJoin('document_sources', 'document_sources.id', 'all_lessons.docsource_id')
    .select(['all_lessons.file_key', 'docsource_id', 'document_sources.file_key as text_file_key'])
    .where((where) =>
      'lessonId' in of
        ? where('all_lessons.id', '=', of.lessonId)
        : where('all_lessons.course_id', '=', of.courseId),
    )
    .execute();
  const keys = rows.flatMap(({ file_key: key, text_file_key: textKey }) => [key, textKey]);
  return {
    fileKeys: [...new Set(keys.filter((key) => key !== null))],
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

/**
 * Whether nothing uses a file: no lesson, in the trash or not, shows it or has its text, and no transcription will read it.
 * The upload that created the file does not count.
 */
const isUnused = sql<boolean>`
  not exists (select from all_lessons where file_key = stored_files.key)
  and not exists (
    select from all_lessons join document_sources on document_sources.id = all_lessons.docsource_id
    where document_sources.file_key = stored_files.key)
  and not exists (
    select from transcriptions where file_key = stored_files.key and status in ('queued', 'running'))`;

/** Deletes the rows of the files that are no longer used, with their texts, and returns their keys. */
export async function deleteUnusedFileRows(database: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  // Waits for lessons that are being created from these files, so that the next statements see them.
  const files = database
    .selectFrom('stored_files')
    .select('key')
    .where('key', 'in', [...keys]);
  await files.orderBy('key').forUpdate().execute();
  const texts = database
    .selectFrom('document_sources')
    .select('id')
    .where('file_key', 'in', [...keys]);
  await texts.orderBy('id').forUpdate().execute();
  const unused = await files.where(isUnused).execute();
  if (unused.length === 0) return [];
  const unusedKeys = unused.map(({ key }) => key);
  await database.deleteFrom('document_sources').where('file_key', 'in', unusedKeys).execute();
  await database.deleteFrom('stored_files').where('key', 'in', unusedKeys).execute();
  return unusedKeys;
}

/** Files uploaded before `before` that no lesson has ever used. */
export async function listAbandonedFileKeys(database: Database, before: Date): Promise<string[]> {
  const rows = await database
    .selectFrom('stored_files')
    .select('key')
    .where('created_at', '<', before)
    .where(isUnused)
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
