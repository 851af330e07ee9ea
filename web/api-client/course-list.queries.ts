import { useQuery } from '@tanstack/react-query';
import type { Course } from '#contract/courses.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';
import { requestLessonsOfCourse } from './request-lesson.ts';

/** The user's courses in the server's order: pinned first, then newest first. */
export const useCourseList = () =>
  useQuery({
    queryKey: queryKeys.courses,
    queryFn: ({ signal }) => request<Course[]>('GET', '/api/courses/', { signal }),
  });

/** The lessons of a course; fetches nothing while no course is chosen (`null`). */
export const useLessonsOfCourse = (courseId: number | null) =>
  useQuery({
    queryKey: queryKeys.lessonsOfCourse(courseId ?? 0),
    queryFn: ({ signal }) => requestLessonsOfCourse(courseId ?? 0, signal),
    enabled: courseId !== null,
  });
