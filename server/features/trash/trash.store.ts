import { sql } from 'kysely';
import type { TrashKind } from '#contract/trash.ts';
import type { Database } from '#server/platform/database/database.ts';

/** An item in the trash: a course, or a lesson or quiz that is there without its course or lesson. */
export interface Trashed {
  readonly kind: TrashKind;
  readonly id: number;
  readonly course_id: number;
  /** The id of the lesson, or of the quiz's lesson. */
  readonly lesson_id: number | null;
  readonly instructor_id: number;
  /** Of a lesson: whether its course is in the trash too. */
  readonly course_in_trash: boolean;
}

export interface TrashedRow {
  readonly kind: TrashKind;
  readonly id: number;
  readonly title: string;
  readonly course_id: number;
  readonly course_title: string;
  readonly course_in_trash: boolean;
  readonly lesson_count: number;
  /** As text: bigint. */
  readonly size_bytes: string;
  readonly trashed_at: Date;
  /** As text: with the microseconds that a date loses. */
  readonly trashed_at_exactly: string;
}

const TABLES = {
  course: 'all_courses',
  lesson: 'all_lessons',
  question_set: 'all_question_sets',
} as const satisfies Record<TrashKind, string>;

/** Returns false if it is already in the trash. */
export async function putRowIntoTrash(
  database: Database,
  { kind, id }: Pick<Trashed, 'kind' | 'id'>,
): Promise<boolean> {
  const table = TABLES[kind];
  const result = await database
    .updateTable(table)
    .set({ trashed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Moves quizzes to the trash that were never saved, edited, reviewed or published and were last used before `before`. Quizzes of
 * lessons in the trash stay with their lessons.
 */
export async function putUnusedQuizzesIntoTrash(
  database: Database,
  { before, now }: { before: Date; now: Date },
): Promise<Trashed[]> {
  const { rows } = await sql<Trashed>`
    update all_question_sets set trashed_at = ${now}
    from lessons join courses on courses.id = lessons.course_id
    where lessons.id = all_question_sets.lesson_id
      and all_question_sets.saved_at is null and all_question_sets.trashed_at is null
      and all_question_sets.used_at < ${before}
      and exists (select from questions where question_set_id = all_question_sets.id)
      and not exists (select from question_set_drafts where question_set_id = all_question_sets.id)
      and not exists (select from review_steps where question_set_id = all_question_sets.id)
    returning 'question_set' as kind, all_question_sets.id, lessons.course_id, all_question_sets.lesson_id,
              courses.instructor_id, false as course_in_trash`.execute(database);
  return rows;
}

/** Locks the item until the transaction ends. Does not find a lesson that is there only with its course, or a quiz whose lesson is there. */
export async function findTrashed(
  transaction: Database,
  { kind, id }: Pick<Trashed, 'kind' | 'id'>,
): Promise<Trashed | undefined> {
  if (kind === 'course') {
    const course = await transaction
      .selectFrom('all_courses')
      .select(['id', 'instructor_id'])
      .where('id', '=', id)
      .where('trashed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    return course === undefined
      ? undefined
      : { ...course, kind, course_id: id, lesson_id: null, course_in_trash: true };
  }
  if (kind === 'question_set') return findTrashedQuiz(transaction, id);
  // The course first, as its removal locks them.
  const course = await transaction
    .selectFrom('all_courses')
    .select(['id', 'instructor_id', 'trashed_at'])
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('all_lessons').select('course_id').where('all_lessons.id', '=', id),
    )
    .forUpdate()
    .executeTakeFirst();
  if (course === undefined) return undefined;
  const lesson = await transaction
    .selectFrom('all_lessons')
    .select('id')
    .where('id', '=', id)
    .where('trashed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (lesson === undefined) return undefined;
  return {
    kind,
    id,
    course_id: course.id,
    lesson_id: id,
    instructor_id: course.instructor_id,
    course_in_trash: course.trashed_at !== null,
  };
}

async function findTrashedQuiz(transaction: Database, id: number): Promise<Trashed | undefined> {
  const quiz = await transaction
    .selectFrom('all_question_sets')
    .select('lesson_id')
    .where('id', '=', id)
    .where('trashed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (quiz === undefined) return undefined;
  const lesson = await transaction
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['lessons.id as lesson_id', 'lessons.course_id', 'courses.instructor_id'])
    .where('lessons.id', '=', quiz.lesson_id)
    .executeTakeFirst();
  return lesson === undefined ? undefined : { ...lesson, kind: 'question_set', id, course_in_trash: false };
}

export async function takeRowFromTrash(
  database: Database,
  { kind, id }: Pick<Trashed, 'kind' | 'id'>,
): Promise<void> {
  const table = TABLES[kind];
  await database.updateTable(table).set({ trashed_at: null }).where('id', '=', id).execute();
}

/** Deletes the row for good; what belongs to it in other tables goes with it. */
export async function deleteTrashed(
  database: Database,
  { kind, id }: Pick<Trashed, 'kind' | 'id'>,
): Promise<void> {
  const table = TABLES[kind];
  await database.deleteFrom(table).where('id', '=', id).execute();
}

/** All courses of the instructor, in the trash or not. */
export async function listAllCourseIds(database: Database, instructorId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('all_courses')
    .select('id')
    .where('instructor_id', '=', instructorId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lessons of the course that are not in the trash by themselves. */
export async function listLessonIdsWithCourse(database: Database, courseId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('all_lessons')
    .select('id')
    .where('course_id', '=', courseId)
    .where('trashed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Of one instructor, or of all. */
const trashed = (instructorId: number | undefined) => {
  const isOwn = instructorId === undefined ? sql`true` : sql`all_courses.instructor_id = ${instructorId}`;
  return sql`
    select 'course' as kind, id, title, id as course_id, null::integer as lesson_id, title as course_title,
           false as course_in_trash, trashed_at, instructor_id
    from all_courses where trashed_at is not null and ${isOwn}
    union all
    select 'lesson', all_lessons.id, all_lessons.title, course_id, all_lessons.id, all_courses.title,
           all_courses.trashed_at is not null, all_lessons.trashed_at, all_courses.instructor_id
    from all_lessons join all_courses on all_courses.id = all_lessons.course_id
    where all_lessons.trashed_at is not null and ${isOwn}
    union all
    select 'question_set', all_question_sets.id, name, lessons.course_id, lessons.id, all_courses.title,
           false, all_question_sets.trashed_at, all_courses.instructor_id
    from all_question_sets
    join lessons on lessons.id = all_question_sets.lesson_id
    join all_courses on all_courses.id = lessons.course_id
    where all_question_sets.trashed_at is not null and ${isOwn}`;
};

/** The latest first. */
export async function listTrashedRows(
  database: Database,
  instructorId: number,
  { limit, after }: { readonly limit: number; readonly after?: TrashedRow | undefined },
): Promise<TrashedRow[]> {
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(trashed_at < ${after.trashed_at_exactly}::timestamptz
            or trashed_at = ${after.trashed_at_exactly}::timestamptz
              and (kind > ${after.kind} or kind = ${after.kind} and id < ${after.id}))`;
  const { rows } = await sql<TrashedRow>`
    select listed.kind, listed.id, listed.title, listed.course_id, listed.course_title, listed.course_in_trash,
           listed.trashed_at, listed.trashed_at::text as trashed_at_exactly, content.lesson_count, content.size_bytes
    from (select * from (${trashed(instructorId)}) as trashed where ${isAfter}
          order by trashed_at desc, kind, id desc limit ${limit}) as listed
      cross join lateral (
        select 1 as lesson_count, coalesce(size_bytes, 0)::bigint as size_bytes
        from all_lessons left join stored_files on stored_files.key = all_lessons.file_key
        where listed.kind = 'lesson' and all_lessons.id = listed.id
        union all
        select count(*)::int, coalesce(sum(size_bytes), 0)::bigint
        from all_lessons left join stored_files on stored_files.key = all_lessons.file_key
        where listed.kind = 'course' and all_lessons.course_id = listed.id and all_lessons.trashed_at is null
        having listed.kind = 'course'
        union all
        select 0, 0 where listed.kind = 'question_set'
      ) as content
    order by listed.trashed_at desc, listed.kind, listed.id desc`.execute(database);
  return rows;
}

export async function countTrashed(database: Database, instructorId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${trashed(instructorId)}) as trashed`.execute(database);
  return rows[0]?.count ?? 0;
}

/** What was put into the trash by `before`, the oldest first; of one instructor, or of all. */
export async function listTrashedBefore(
  database: Database,
  before: Date,
  { instructorId, limit }: { instructorId?: number; limit: number },
): Promise<Trashed[]> {
  const { rows } = await sql<Trashed>`
    select kind, id, course_id, lesson_id, instructor_id, course_in_trash from (${trashed(instructorId)}) as trashed
    where trashed_at <= ${before} order by trashed_at, kind, id limit ${limit}`.execute(database);
  return rows;
}
