import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** New short names by old ones. An outcome without a new name is taken off its questions. */
export type OutcomeNames = Readonly<Record<string, string>>;

export async function renameOutcomesOfQuizzes(
  database: Database,
  lessonId: number,
  names: OutcomeNames,
): Promise<void> {
  const json = JSON.stringify(names);
  await sql`
    update questions set outcome_short_name = ${json}::jsonb ->> outcome_short_name
    where outcome_short_name is not null
      and question_set_id in (select id from all_question_sets where lesson_id = ${lessonId})`.execute(
    database,
  );
  await sql`
    update all_question_sets set requested_outcomes = (
      select coalesce(jsonb_agg(${json}::jsonb -> name order by place), '[]')
      from jsonb_array_elements_text(requested_outcomes) with ordinality as requested (name, place)
      where ${json}::jsonb ? name)
    where lesson_id = ${lessonId} and requested_outcomes <> '[]'`.execute(database);
}

/** Of the drafts and the earlier versions of the quizzes. */
export async function renameOutcomesOfEdits(
  database: Database,
  lessonId: number,
  names: OutcomeNames,
): Promise<void> {
  for (const table of ['question_set_drafts', 'question_set_versions']) {
    await sql`
      update ${sql.table(table)} set questions = (
        select coalesce(jsonb_agg(jsonb_set(
          question, '{outcome}', coalesce(${JSON.stringify(names)}::jsonb -> (question ->> 'outcome'), 'null')
        ) order by place), '[]')
        from jsonb_array_elements(questions) with ordinality as each (question, place))
      where question_set_id in (select id from all_question_sets where lesson_id = ${lessonId})`.execute(
      database,
    );
  }
}

export async function renameOutcomesOfBank(
  database: Database,
  lessonId: number,
  names: OutcomeNames,
): Promise<void> {
  await sql`
    update question_candidates set question = jsonb_set(
      question, '{outcome}', coalesce(${JSON.stringify(names)}::jsonb -> (question ->> 'outcome'), 'null'))
    where lesson_id = ${lessonId} and question ->> 'outcome' is not null`.execute(database);
}
