import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** Quizzes of the lesson that also ask about others of its course, each with one of those: one not in the trash, if there is one. */
export async function listQuizzesWithOtherLesson(
  database: Database,
  lesson: { readonly id: number; readonly course_id: number },
): Promise<{ id: number; other_lesson_id: number }[]> {
  const { rows } = await sql<{ id: number; other_lesson_id: number }>`
    select id, other_lesson_id from (
      select question_sets.id, (
        select all_lessons.id
        from questions
        join all_lessons on all_lessons.id = questions.lesson_id
        where questions.question_set_id = question_sets.id
          and all_lessons.id <> ${lesson.id} and all_lessons.course_id = ${lesson.course_id}
        order by all_lessons.trashed_at is not null, questions.position
        limit 1) as other_lesson_id
      from question_sets where lesson_id = ${lesson.id}
    ) as quizzes where other_lesson_id is not null`.execute(database);
  return rows;
}

/** Quizzes that ask about the lesson and belong to one in the trash. */
export async function listHiddenQuizzesAbout(database: Database, lessonId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select question_sets.id
    from question_sets
    where exists (select from questions where question_set_id = question_sets.id and lesson_id = ${lessonId})
      and not exists (select from lessons where lessons.id = question_sets.lesson_id)`.execute(database);
  return rows.map(({ id }) => id);
}

/** Questions that an earlier version stored are about the quiz's lesson: they say so before it is another. */
export async function giveQuizToLesson(transaction: Database, id: number, lessonId: number): Promise<void> {
  await sql`
    update questions set lesson_id = question_sets.lesson_id
    from question_sets
    where question_sets.id = ${id} and questions.question_set_id = ${id} and questions.lesson_id is null`.execute(
    transaction,
  );
  for (const table of ['question_set_drafts', 'question_set_versions']) {
    await sql`
      update ${sql.table(table)} set questions = (
        select coalesce(jsonb_agg(jsonb_build_object('lesson_id', question_sets.lesson_id) || question order by place), '[]')
        from jsonb_array_elements(questions) with ordinality as each (question, place))
      from question_sets
      where question_sets.id = ${id} and question_set_id = ${id}`.execute(transaction);
  }
  await transaction.updateTable('question_sets').set({ lesson_id: lessonId }).where('id', '=', id).execute();
}
