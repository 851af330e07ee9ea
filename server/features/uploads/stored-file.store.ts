import { PAGE_ROWS } from '#contract/list-limits.ts';
import { readInPages } from '#server/platform/database/read-in-pages.ts';
import type { Selectable } from 'kysely';
import type { LessonKind } from '#contract/lessons.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { StoredFileTable } from '#server/platform/database/schema.ts';

export type StoredFileRow = Selectable<StoredFileTable>;

/** Undefined for a file that only lessons in the trash use. */
export const findStoredFile = (database: Database, key: string): Promise<StoredFileRow | undefined> =>
  database.selectFrom('available_files').selectAll().where('key', '=', key).executeTakeFirst();

export async function insertStoredFile(
  database: Database,
  file: {
    key: string;
    instructor_id: number;
    kind: LessonKind;
    content_type: string;
    original_name: string;
    size_bytes: number;
  },
): Promise<void> {
  await database.insertInto('stored_files').values(file).execute();
}

/** Also deletes their texts, which no lesson may still use. Returns the keys of the deleted files. */
export async function deleteStoredFileRowsOf(database: Database, instructorId: number): Promise<string[]> {
  await database
    .deleteFrom('document_sources')
    .where('instructor_id', '=', instructorId)
    .where('file_key', 'is not', null)
    .execute();
  const rows = await database
    .deleteFrom('stored_files')
    .where('instructor_id', '=', instructorId)
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Oldest first. */
export const readStoredFilesOf = (database: Database, instructorId: number): AsyncGenerator<StoredFileRow> =>
  readInPages(PAGE_ROWS, (after) =>
    database
      .selectFrom('available_files')
      .selectAll()
      .where('instructor_id', '=', instructorId)
      .where('key', '>', after?.key ?? '')
      .orderBy('key')
      .limit(PAGE_ROWS)
      .execute(),
  );

export async function markFileAwaitingRecognition(database: Database, key: string): Promise<void> {
  await database
    .updateTable('stored_files')
    .set({ awaits_recognition: true })
    .where('key', '=', key)
    .execute();
}

/** The keys that belong to a stored file, including files in the trash. */
export async function listKnownFileKeys(database: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await database.selectFrom('stored_files').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}
