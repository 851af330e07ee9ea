import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

export interface InstructorCounts {
  readonly courses: number;
  readonly lessons: number;
  readonly question_sets: number;
  readonly conversations: number;
}

/** How much the instructor has, for the dashboard and the contents of an account. Quizzes without questions do not count. */
export async function countBelongings(database: Database, instructorId: number): Promise<InstructorCounts> {
  const { rows } = await sql<InstructorCounts>`
    select
      (select count(*)::int from courses where instructor_id = ${instructorId}) as courses,
      (select count(*)::int from lessons join courses on courses.id = lessons.course_id
        where courses.instructor_id = ${instructorId}) as lessons,
      (select count(*)::int from question_sets
        join lessons on lessons.id = question_sets.lesson_id
        join courses on courses.id = lessons.course_id
        where courses.instructor_id = ${instructorId}
          and exists (select from questions where questions.question_set_id = question_sets.id)) as question_sets,
      (select count(*)::int from conversations where instructor_id = ${instructorId}) as conversations`.execute(
    database,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('Counting answered no row.');
  return counts;
}
