import { sql, type RawBuilder, type Selectable } from 'kysely';
import { COURSES_MAXIMUM, type CourseRequest, type LatestLesson, type Outcome } from '#contract/courses.ts';
import { SHORT_DESCRIPTION_CHARACTERS } from '#contract/list-limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CourseTable } from '#server/platform/database/schema.ts';

export type CourseRow = Selectable<CourseTable> & {
  outcomes: Outcome[];
  lesson_count: number;
  /** `created_at` is text: it comes inside JSON. */
  latest_lesson: LatestLesson | null;
};

/** @param scope the courses whose lessons are counted, in one pass: one lesson after the other is slow where a course has thousands. */
const withOutcomesAndCount = (database: Database, scope: RawBuilder<boolean>, isShort = false) =>
  database
    .selectFrom('courses')
    .leftJoin(
      sql<{ course_id: number; count: number; latest_id: number }>`(
        select course_id, count(*)::int as count, max(id) as latest_id from lessons
        where course_id in (select id from courses where ${scope}) group by course_id)`.as('counted'),
      'counted.course_id',
      'courses.id',
    )
    .leftJoin('lessons as latest', 'latest.id', 'counted.latest_id')
    .where(scope)
    .select(({ selectFrom, ref }) => [
      'courses.id',
      'courses.instructor_id',
      'courses.title',
      sql<string>`case when ${isShort}::boolean then left(courses.description, ${SHORT_DESCRIPTION_CHARACTERS})
        else courses.description end`.as('description'),
      'courses.department',
      'courses.is_pinned',
      'courses.is_demo',
      'courses.created_at',
      'courses.updated_at',
      selectFrom('outcomes')
        .select(
          sql<Outcome[]>`coalesce(json_agg(json_build_object('short_name', short_name, 'description',
            case when ${isShort}::boolean then left(description, ${SHORT_DESCRIPTION_CHARACTERS}) else description end)
            order by position), '[]')`.as('list'),
        )
        .whereRef('outcomes.course_id', '=', ref('courses.id'))
        .$asScalar()
        .$notNull()
        .as('outcomes'),
      sql<number>`coalesce(counted.count, 0)`.as('lesson_count'),
      sql<LatestLesson | null>`case when latest.id is not null then json_build_object(
        'id', latest.id, 'title', latest.title, 'created_at', latest.created_at) end`.as('latest_lesson'),
    ]);

export const findCourse = (database: Database, id: number): Promise<CourseRow | undefined> =>
  withOutcomesAndCount(database, sql<boolean>`courses.id = ${id}`).executeTakeFirst();

/** How many courses the instructor has, and how many bytes their descriptions and those of their outcomes take. */
export async function measureCourses(
  database: Database,
  instructorId: number,
): Promise<{ count: number; descriptionBytes: number }> {
  const { rows } = await sql<{ count: number; descriptionBytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(description) + coalesce((
      select sum(octet_length(outcomes.description)) from outcomes where course_id = courses.id), 0)), 0)::float8 as "descriptionBytes"
    from courses where instructor_id = ${instructorId}`.execute(database);
  return rows[0] ?? { count: 0, descriptionBytes: 0 };
}

/** Pinned ones first, then the newest. @param isShort with the beginnings of descriptions. */
export const listCoursesOf = (
  database: Database,
  instructorId: number,
  isShort: boolean,
): Promise<CourseRow[]> =>
  withOutcomesAndCount(database, sql<boolean>`courses.instructor_id = ${instructorId}`, isShort)
    .orderBy('courses.is_pinned', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(COURSES_MAXIMUM)
    .execute();

/** How many courses the instructor has. Others that add one wait until the transaction ends. */
export async function countCoursesToAdd(transaction: Database, instructorId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('courses'), ${instructorId})`.execute(transaction);
  const { count } = await transaction
    .selectFrom('courses')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('instructor_id', '=', instructorId)
    .executeTakeFirstOrThrow();
  return count;
}

type CourseContent = Pick<CourseRequest, 'title' | 'description' | 'department'>;

/** Makes other requests of the instructor for the demonstration course wait until the transaction ends. */
export async function lockDemoCourse(transaction: Database, instructorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo-course'), ${instructorId})`.execute(transaction);
}

export const findDemoCourse = (database: Database, instructorId: number): Promise<CourseRow | undefined> =>
  withOutcomesAndCount(database, sql<boolean>`courses.instructor_id = ${instructorId} and courses.is_demo`)
    .orderBy('courses.id')
    .limit(1)
    .executeTakeFirst();

export async function insertCourse(
  database: Database,
  instructorId: number,
  { title, description, department, is_demo = false }: CourseContent & { is_demo?: boolean },
): Promise<number> {
  const { id } = await database
    .insertInto('courses')
    .values({ title, description, department, instructor_id: instructorId, is_demo })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes other changes of the course wait until the transaction ends. */
export async function lockCourse(transaction: Database, id: number): Promise<void> {
  await transaction.selectFrom('courses').select('id').where('id', '=', id).forUpdate().execute();
}

/** Each change gets a later time than the one before, so that no two versions look alike. */
export async function updateCourseRow(
  database: Database,
  id: number,
  { title, description, department }: CourseContent,
): Promise<void> {
  await database
    .updateTable('courses')
    .set({
      title,
      description,
      department,
      updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute();
}

/** A pin is how its owner sees the course, and no change of it. */
export async function setCoursePinned(database: Database, id: number, isPinned: boolean): Promise<void> {
  await database.updateTable('courses').set({ is_pinned: isPinned }).where('id', '=', id).execute();
}

/** Outcomes keep the order they were given in. */
export async function replaceOutcomes(
  database: Database,
  courseId: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  await database.deleteFrom('outcomes').where('course_id', '=', courseId).execute();
  if (outcomes.length === 0) return;
  await database
    .insertInto('outcomes')
    .values(outcomes.map((outcome, position) => ({ ...outcome, course_id: courseId, position })))
    .execute();
}
