import { useQuery } from '@tanstack/react-query';
import type { Activity } from '../../../contract/activity.ts';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { useIsLive } from '../../api-client/live-connection.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';
import { lessonStateOf } from './lesson-state.ts';

const ASK_AGAIN_MILLISECONDS = 5_000;

const isTranscribing = (lesson: LessonListItem): boolean => lessonStateOf(lesson).state === 'transcribing';

/**
 * The lessons of a course, with the progress of their transcriptions as the events tell it; while no events arrive
 * and one is being transcribed, they are asked for now and then.
 */
export function useLessonsWithProgress(courseId: number) {
  const isLive = useIsLive();
  const lessons = useQuery({
    queryKey: queryKeys.lessonsOfCourse(courseId),
    queryFn: ({ signal }) =>
      request<LessonListItem[]>('GET', `/api/lessons/by_course/?course_id=${courseId}`, { signal }),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.some(isTranscribing) === true ? ASK_AGAIN_MILLISECONDS : false,
  });
  const activities = useActivitiesOf(lessons.data?.some(isTranscribing) === true);
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
function useActivitiesOf(isNeeded: boolean): Activity[] {
  const { data } = useQuery({
    queryKey: queryKeys.activity,
    queryFn: ({ signal }) => request<Activity[]>('GET', '/api/activity/', { signal }),
    enabled: isNeeded,
  });
  return data ?? [];
}
