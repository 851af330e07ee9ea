import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Activity } from '../../contract/activity.ts';
import type { Lesson, SummaryLength } from '../../contract/lessons.ts';
import { useIsLive } from './live-connection.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

const ASK_AGAIN_MILLISECONDS = 3_000;

const isBeingTranscribed = (lesson: Lesson | undefined): boolean =>
  lesson !== undefined && lesson.video_id !== null && lesson.audio_transcript === '';

/** How a lesson is fetched. */
export const lessonQuery = (lessonId: number) => ({
  queryKey: queryKeys.lesson(lessonId),
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    request<Lesson>('GET', `/api/lessons/${lessonId}/`, { signal }),
});

/** The lesson; asked for again every few seconds while it is transcribed and no events arrive. */
export function useLesson(lessonId: number) {
  const isLive = useIsLive();
  return useQuery({
    ...lessonQuery(lessonId),
    refetchInterval: ({ state }) =>
      !isLive && isBeingTranscribed(state.data) ? ASK_AGAIN_MILLISECONDS : false,
  });
}

/** What is being made of this lesson now, whoever asked for it: another tab, or this one before it was left. */
export const useRunningWork = (lessonId: number): Activity['work'][] =>
  useRunningActivities(lessonId).map(({ work }) => work);

/** How far the newest job of this kind is; undefined while none is queued or runs. */
export const useRunningActivity = (lessonId: number, work: Activity['work']): Activity | undefined =>
  useRunningActivities(lessonId).find((activity) => activity.work === work);

function useRunningActivities(lessonId: number): Activity[] {
  const isLive = useIsLive();
  const { data = [] } = useQuery({
    queryKey: queryKeys.activity,
    queryFn: ({ signal }) => request<Activity[]>('GET', '/api/activity/', { signal }),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.some(isUnderWay) === true ? ASK_AGAIN_MILLISECONDS : false,
  });
  return data.filter((each) => each.lesson_id === lessonId && isUnderWay(each));
}

const isUnderWay = ({ status }: Activity): boolean => status === 'queued' || status === 'running';

/** Starts the transcription; the answer is the lesson with its `video_id`. */
export function useStartTranscription(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['transcribe', lessonId],
    mutationFn: () => request<Lesson>('POST', '/api/transcribe-video/', { body: { lesson_id: lessonId } }),
    onSuccess: (started) => {
      queryClient.setQueryData<Lesson>(queryKeys.lesson(lessonId), (lesson) => ({ ...lesson, ...started }));
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
}

/** Has the lesson summarised: a video by its transcript, others by the document that was read. */
export function useCreateSummary(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['summarize', lesson.id],
    mutationFn: (length: SummaryLength) =>
      lesson.kind === 'video'
        ? request<Lesson>('POST', '/api/summarize-video/', { body: { lesson_id: lesson.id, length } })
        : request<Lesson>('POST', '/api/summarize-file/', {
            body: { lesson_id: lesson.id, docsource_id: lesson.docsource_id, length },
          }),
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.lesson(lesson.id) });
    },
  });
}

/** Whether a summary that this page asked for, also before it was left, is still being made. */
export const useIsSummarizing = (lessonId: number): boolean =>
  useMutationState({
    filters: { mutationKey: ['summarize', lessonId], status: 'pending' },
    select: (mutation) => mutation.state.status,
  }).length > 0;
