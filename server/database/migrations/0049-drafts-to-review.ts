import { sql, type Kysely } from 'kysely';

/** Whether a question still waits for an instructor's review. Who wrote it does not change when an instructor accepts it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['questions', 'question_candidates'])
    await sql`alter table ${sql.table(table)} add column is_draft boolean not null default false`.execute(
      database,
    );
}
