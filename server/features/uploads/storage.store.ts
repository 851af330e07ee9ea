import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Any number that no other advisory lock of two numbers has. */
const STORAGE_LOCK = 7_105;

/** Until the transaction ends, no other upload is begun or stored for this instructor: counts and sums then hold. */
export async function holdStorage(transaction: Database, instructorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(STORAGE_LOCK)}, ${instructorId})`.execute(transaction);
}

/**
 * What an account's files and texts take up, in bytes: those that are stored, and those whose upload is under way, as
 * announced.
 */
export async function sumStoredBytes(database: Database, instructorId: number, now: Date): Promise<number> {
  const stored = await database
    .selectFrom('stored_files')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('instructor_id', '=', instructorId)
    .executeTakeFirstOrThrow();
  const arriving = await database
    .selectFrom('resumable_uploads')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('instructor_id', '=', instructorId)
    .where('file_key', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const texts = await database
    .selectFrom('text_bytes')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
    .where('instructor_id', '=', instructorId)
    .executeTakeFirstOrThrow();
  return Number(stored.bytes ?? 0) + Number(arriving.bytes ?? 0) + Number(texts.bytes ?? 0);
}

/** Adds up what statements appended, and forgets accounts that were deleted. What is appended while it runs stays. */
export async function addUpTextBytes(database: Database): Promise<void> {
  await sql`
    with gone as (delete from text_bytes returning instructor_id, bytes)
    insert into text_bytes
    select gone.instructor_id, sum(gone.bytes) from gone join users on users.id = gone.instructor_id
    group by gone.instructor_id having sum(gone.bytes) <> 0`.execute(database);
}

/** What an administrator allowed this account, in bytes; undefined when it has the quota of all. */
export async function findOwnQuota(database: Database, instructorId: number): Promise<number | undefined> {
  const row = await database
    .selectFrom('users')
    .select('storage_quota_bytes')
    .where('id', '=', instructorId)
    .executeTakeFirst();
  return row?.storage_quota_bytes == null ? undefined : Number(row.storage_quota_bytes);
}
