import { useQuery } from '@tanstack/react-query';
import type { Activity } from '#contract/activity.ts';
import type { Course } from '#contract/courses.ts';
import type { LessonListItem } from '#contract/lessons.ts';
import { useIsLive } from '#web/api-client/live-connection.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { requestLessonsOfCourse } from '#web/api-client/request-lesson.ts';
import { lessonStateOf } from './lesson-state.ts';

const ASK_AGAIN_MILLISECONDS = 2_000;

const FILLED_WITHIN_MILLISECONDS = 10 * 60_000;

/** Lessons that a job adds announce nothing until they have a summary. */
export const isBeingFilled = (
  course: Pick<Course, 'is_demo' | 'created_at'>,
  lessons: readonly LessonListItem[] | undefined,
): boolean =>
  course.is_demo &&
  lessons?.some(({ type, hasSummary }) => type === 'lesson' && hasSummary) !== true &&
  Date.now() - Date.parse(course.created_at) < FILLED_WITHIN_MILLISECONDS;

const isTranscribing = (lesson: LessonListItem): boolean => lessonStateOf(lesson).state === 'transcribing';

/**
 * The lessons of a course, with the progress of their transcriptions as the events tell it; while no events arrive
 * and one is being transcribed, they are asked for now and then.
 */
export function useLessonsWithProgress({ id: courseId, ...course }: Course) {
  const isLive = useIsLive();
  const lessons = useQuery({
    queryKey: queryKeys.lessonsOfCourse(courseId),
    queryFn: ({ signal }) => requestLessonsOfCourse(courseId, signal),
    refetchInterval: ({ state }) =>
      isBeingFilled(course, state.data) || (!isLive && state.data?.some(isTranscribing) === true)
        ? ASK_AGAIN_MILLISECONDS
        : false,
  });
  const activities = useActivities(lessons.data?.some(isTranscribing) === true);
  return {
    lessons,
    withProgress: (lessons.data ?? []).map((lesson) => {
      if (!isTranscribing(lesson)) return lesson;
      const job = activities.find((each) => each.lesson_id === lesson.id && each.work === 'transcription');
      return job === undefined ? lesson : { ...lesson, transcription_progress: job.progress };
    }),
  };
}

/** What the header keeps up to date already. */
export function useActivities(isNeeded: boolean): Activity[] {
  const { data } = useQuery({
    queryKey: queryKeys.activity,
    queryFn: ({ signal }) => request<Activity[]>('GET', '/api/activity/', { signal }),
    enabled: isNeeded,
  });
  return data ?? [];
}
