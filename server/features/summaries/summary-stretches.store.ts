import { sql } from 'kysely';
import { z } from 'zod';
import { summaryPoint } from '#contract/lessons.ts';
import type { Database } from '#server/platform/database/database.ts';

const partResult = z.object({ points: z.array(summaryPoint), dropped: z.int() });
type PartResult = z.infer<typeof partResult>;

/** Parts of the lesson's summary from earlier attempts, by fingerprint. */
export async function listPartResults(
  database: Database,
  lessonId: number,
): Promise<Map<string, PartResult>> {
  const rows = await database
    .selectFrom('summary_stretches')
    .select(['fingerprint', 'result'])
    .where('lesson_id', '=', lessonId)
    .execute();
  return new Map(rows.map(({ fingerprint, result }) => [fingerprint, partResult.parse(result)]));
}

/** Stores nothing if the lesson has been deleted or is in the trash. */
export async function insertPartResult(
  database: Database,
  lessonId: number,
  fingerprint: string,
  result: PartResult,
): Promise<void> {
  await sql`
    insert into summary_stretches (lesson_id, fingerprint, result)
    select id, ${fingerprint}, ${JSON.stringify(result)}::jsonb from lessons where id = ${lessonId}
    on conflict do nothing`.execute(database);
}

export async function deletePartResults(database: Database, lessonId: number): Promise<void> {
  await database.deleteFrom('summary_stretches').where('lesson_id', '=', lessonId).execute();
}

/** Deletes the parts of abandoned summaries. Returns how many. */
export async function deletePartResultsBefore(database: Database, before: Date): Promise<number> {
  const result = await database
    .deleteFrom('summary_stretches')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
