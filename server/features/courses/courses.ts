import { isDeepStrictEqual } from 'node:util';
import {
  COURSES_MAXIMUM,
  type Course,
  type CourseRequest,
  type CourseUpdateRequest,
  type Outcome,
} from '#contract/courses.ts';
import { LIST_TEXT_BYTES } from '#contract/list-limits.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound, invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { putIntoTrash } from '../trash/put-into-trash.ts';
import { ownsCourse, mayTeachAs } from './course.policy.ts';
import {
  countCoursesToAdd,
  findCourse,
  listCoursesOf,
  measureCourses,
  insertCourse,
  replaceOutcomes,
  lockCourse,
  updateCourseRow,
  setCoursePinned,
  type CourseRow,
} from './course.store.ts';

/** @throws {ProblemError} not_found, also for another user's course. */
export async function getOwnCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<CourseRow> {
  const course = await findCourse(dependencies.database, id);
  if (course === undefined || !ownsCourse(actor, course)) throw notFound('course');
  return course;
}

/** Of a course without descriptions, as JSON: two titles of 300 characters, a department and ten short names. */
const MOST_OTHER_BYTES = 8 * 1024;

/**
 * One's own courses: pinned ones first, then the newest.
 * @param beforeReading is given the most bytes that the list may take, before it is read.
 */
export async function listCourses(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  beforeReading: (bytes: number) => void = () => undefined,
): Promise<Course[]> {
  const { database } = dependencies;
  const { count, descriptionBytes } = await measureCourses(database, actor.instructorId);
  beforeReading(descriptionBytes + count * MOST_OTHER_BYTES);
  const isShort = descriptionBytes > LIST_TEXT_BYTES;
  const courses = await listCoursesOf(database, actor.instructorId, isShort);
  return courses.map((course) => ({ ...presentCourse(course), ...(isShort ? { is_shortened: true } : {}) }));
}

/** All courses of an instructor with their whole descriptions, read one at a time. */
export async function* exportCourses(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<Course> {
  for (const { id } of await listCoursesOf(database, actor.instructorId, true)) {
    const course = await findCourse(database, id);
    if (course !== undefined) yield presentCourse(course);
  }
}

/** @throws {ProblemError} validation_failed on `instructor_id` when it is another user's. */
function checkInstructor(actor: Actor, input: CourseRequest): void {
  if (input.instructor_id !== undefined && !mayTeachAs(actor, input.instructor_id)) {
    throw invalidField('instructor_id', 'instructor_id_of_other', { instructorId: actor.instructorId });
  }
}

/** Call it in the transaction that adds a course. @throws {ProblemError} conflict. */
export async function refuseManyCourses(transaction: Database, instructorId: number): Promise<void> {
  if ((await countCoursesToAdd(transaction, instructorId)) >= COURSES_MAXIMUM)
    throw new ProblemError('courses_too_many', { params: { maximum: COURSES_MAXIMUM } });
}

/** @throws {ProblemError} validation_failed; conflict when there are too many. */
export async function createCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  input: CourseRequest,
): Promise<Course> {
  checkInstructor(actor, input);
  return inTransaction(dependencies.database, async (transaction) => {
    await refuseManyCourses(transaction, actor.instructorId);
    const id = await insertCourse(transaction, actor.instructorId, input);
    await replaceOutcomes(transaction, id, input.outcomes ?? []);
    return presentCourse(await getOwnCourse({ database: transaction }, actor, id));
  });
}

/**
 * Replaces the course's content and outcomes.
 * @param input.updated_at the version that the editor saw; without it, whatever is there is replaced.
 * @throws {ProblemError} not_found; validation_failed; conflict when another version is there by now.
 */
export async function updateCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  input: CourseUpdateRequest,
): Promise<Course> {
  return inTransaction(dependencies.database, async (transaction) => {
    await lockCourse(transaction, id);
    const current = await getOwnCourse({ database: transaction }, actor, id);
    checkInstructor(actor, input);
    if (input.updated_at !== undefined && Date.parse(input.updated_at) !== current.updated_at.getTime()) {
      // The answer to the same save may have been lost.
      if (hasContent(current, input)) return presentCourse(current);
      throw new ProblemError('course_changed_elsewhere');
    }
    await updateCourseRow(transaction, id, input);
    await replaceOutcomes(transaction, id, input.outcomes ?? []);
    return presentCourse(await getOwnCourse({ database: transaction }, actor, id));
  });
}

const hasContent = (
  course: CourseRow,
  { title, description, department, outcomes = [] }: CourseRequest,
): boolean =>
  isDeepStrictEqual(
    [title, description, department, outcomes],
    [course.title, course.description, course.department, course.outcomes],
  );

/** Pins the course to the top of its owner's list, or unpins it. @throws {ProblemError} not_found. */
export async function pinCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  isPinned: boolean,
): Promise<void> {
  await getOwnCourse(dependencies, actor, id);
  await setCoursePinned(dependencies.database, id, isPinned);
}

/** Deletes the course and everything in it. It can be restored from the trash for 30 days. @throws {ProblemError} not_found. */
export async function deleteCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    await getOwnCourse({ database: transaction }, actor, id);
    await putIntoTrash(transaction, actor, { kind: 'course', id, course_id: id, lesson_id: null });
  });
}

export const presentCourse = (course: CourseRow): Course => ({
  id: course.id,
  title: course.title,
  description: course.description,
  department: course.department,
  instructor_id: course.instructor_id,
  outcomes: course.outcomes,
  lesson_count: course.lesson_count,
  latest_lesson:
    course.latest_lesson === null
      ? null
      : { ...course.latest_lesson, created_at: new Date(course.latest_lesson.created_at).toISOString() },
  is_pinned: course.is_pinned,
  is_demo: course.is_demo,
  created_at: course.created_at.toISOString(),
  updated_at: course.updated_at.toISOString(),
});

/** The outcomes of a course, none when it is gone. For jobs: who may have them was asked before. */
export async function getCourseOutcomes(
  dependencies: Pick<Dependencies, 'database'>,
  courseId: number,
): Promise<Outcome[]> {
  return (await findCourse(dependencies.database, courseId))?.outcomes ?? [];
}
