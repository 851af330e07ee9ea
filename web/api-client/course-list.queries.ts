import { useQuery } from '@tanstack/react-query';
import type { Course } from '../../contract/courses.ts';
import type { LessonListItem } from '../../contract/lessons.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** One's own courses in the server's order: pinned first, then newest first. */
export const useCourseList = () =>
  useQuery({
    queryKey: queryKeys.courses,
    queryFn: ({ signal }) => request<Course[]>('GET', '/api/courses/', { signal }),
  });

/** The lessons of a course; nothing is asked while no course is chosen (`null`). */
export const useLessonsOfCourse = (courseId: number | null) =>
  useQuery({
    queryKey: queryKeys.lessonsOfCourse(courseId ?? 0),
    queryFn: ({ signal }) =>
      request<LessonListItem[]>('GET', `/api/lessons/by_course/?course_id=${courseId ?? 0}`, { signal }),
    enabled: courseId !== null,
  });
