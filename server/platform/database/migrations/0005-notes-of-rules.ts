import { sql, type Kysely } from 'kysely';

/** Removes notes about questions that were written by rules: they no longer apply, and their codes no longer exist. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    update question_banks set note = null, note_coded = null
    where note_coded ->> 'code' in (
      'questions_essay_levels_without_model', 'questions_few_without_model', 'questions_levels_without_model',
      'questions_none_without_model', 'questions_of_empty_lesson', 'questions_one_without_model',
      'questions_partly_without_model')`.execute(database);
}
