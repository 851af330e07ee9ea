import type { Course } from '../../../contract/courses.ts';
import type { CourseRow } from './course.store.ts';

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
  created_at: course.created_at.toISOString(),
  updated_at: course.updated_at.toISOString(),
});
