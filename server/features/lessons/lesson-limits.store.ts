import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** How many bytes the descriptions and addresses of a course's lessons take. */
export async function measureLessonDescriptions(database: Database, courseId: number): Promise<number> {
  const row = await database
    .selectFrom('lessons')
    .select(
      sql<number>`coalesce(sum(octet_length(description) + octet_length(coalesce(source_url, ''))), 0)::float8`.as(
        'bytes',
      ),
    )
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  return row.bytes;
}

/** How many lessons the course has. Others that add one wait until the transaction ends. */
export async function countLessonsToAdd(transaction: Database, courseId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('lessons'), ${courseId})`.execute(transaction);
  const { count } = await transaction
    .selectFrom('lessons')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  return count;
}
