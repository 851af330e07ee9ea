import type { Course, CourseListQuery } from '../../../contract/courses.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { listCoursesOf } from './course.store.ts';
import { presentCourse } from './present-course.ts';

/** One's own courses, newest first unless asked otherwise; ties are settled by id. */
export async function listCourses(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  query: CourseListQuery,
): Promise<Course[]> {
  const courses = await listCoursesOf(dependencies.database, actor.instructorId, query);
  return courses.map(presentCourse);
}
