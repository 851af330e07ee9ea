import { sql, type Kysely } from 'kysely';

/**
 * A quiz may ask about several lessons of a course: each question has its own. Null, as processes of the previous version write
 * it, means the lesson of the quiz. There is no foreign key, because a question outlives the lesson that it is about. Each
 * course keeps the blueprint of its exam.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table questions add column lesson_id integer`.execute(database);
  await sql`
    create index questions_lesson on questions (lesson_id) where lesson_id is not null`.execute(database);
  await sql`
    create table exam_blueprints (
      course_id integer primary key references all_courses on delete cascade,
      blueprint jsonb not null,
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
}
