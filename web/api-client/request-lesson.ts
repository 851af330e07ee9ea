import type { Lesson, LessonListItem, WireLesson } from '#contract/lessons.ts';
import { fromWire, type ToWire } from '#contract/wire-names.ts';
import { request } from './request.ts';

/** A call that returns a lesson. */
export const requestLesson = async (...call: Parameters<typeof request>): Promise<Lesson> =>
  fromWire(await request<WireLesson>(...call));

export const requestLessonsOfCourse = async (
  courseId: number,
  signal: AbortSignal,
): Promise<LessonListItem[]> => {
  const path = `/api/lessons/by_course/?course_id=${courseId}`;
  return (await request<ToWire<LessonListItem>[]>('GET', path, { signal })).map(fromWire);
};
