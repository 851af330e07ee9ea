import type { Selectable } from 'kysely';
import { fromWire, toWire, type FromWire } from '#contract/wire-names.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ResumableUploadTable } from '#server/platform/database/schema.ts';
import type { StoredPart } from '#server/platform/files/unfinished-files.ts';

export type ResumableUploadRow = FromWire<Selectable<ResumableUploadTable>>;

/** How many of the instructor's uploads wait for bytes or for being finished. */
export async function countUnfinishedUploads(
  database: Database,
  instructorId: number,
  now: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('resumable_uploads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('instructor_id', '=', instructorId)
    .where('file_key', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertResumableUpload(
  database: Database,
  upload: Pick<
    ResumableUploadRow,
    'id' | 'instructor_id' | 'purpose' | 'name' | 'metadata' | 'expires_at'
  > & { size_bytes: number },
): Promise<void> {
  await database.insertInto('resumable_uploads').values(upload).execute();
}

/** One that has expired is not found, though it may not have been swept yet. */
export async function findResumableUpload(
  database: Database,
  id: string,
  now: Date,
): Promise<ResumableUploadRow | undefined> {
  const row = await database
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? undefined : fromWire(row);
}

/** Records what is durable. Returns false when the upload was not at `from`: another process continues it. */
export async function moveOffset(
  database: Database,
  id: string,
  from: number,
  to: { offset: number; parts: readonly StoredPart[] },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('resumable_uploads')
    .set({ offset_bytes: to.offset, parts: JSON.stringify(to.parts) })
    .where('id', '=', id)
    .where('offset_bytes', '=', String(from))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Answers false when it is gone. */
export async function markStored(
  database: Database,
  id: string,
  stored: { file_key: string; document_source_id: string | null; job_id: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('resumable_uploads')
    .set(toWire(stored))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteResumableUpload(database: Database, id: string): Promise<void> {
  await database.deleteFrom('resumable_uploads').where('id', '=', id).execute();
}

/** Deletes what expired before `now` and returns it. */
export async function deleteExpiredUploads(database: Database, now: Date): Promise<ResumableUploadRow[]> {
  const rows = await database
    .deleteFrom('resumable_uploads')
    .where('expires_at', '<=', now)
    .returningAll()
    .execute();
  return rows.map(fromWire);
}

/** Deletes all of the instructor's and returns them. */
export async function deleteUploadsOf(
  database: Database,
  instructorId: number,
): Promise<ResumableUploadRow[]> {
  const rows = await database
    .deleteFrom('resumable_uploads')
    .where('instructor_id', '=', instructorId)
    .returningAll()
    .execute();
  return rows.map(fromWire);
}

/** Oldest first. */
export async function listUploadsOf(database: Database, instructorId: number): Promise<ResumableUploadRow[]> {
  const rows = await database
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('instructor_id', '=', instructorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(fromWire);
}
