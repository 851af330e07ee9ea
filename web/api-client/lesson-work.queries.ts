import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Activity } from '#contract/activity.ts';
import type { Lesson, SummaryLength } from '#contract/lessons.ts';
import type { SummaryRequest } from '#contract/summaries.ts';
import { useIsLive } from './live-connection.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';
import { requestLesson } from './request-lesson.ts';
import { storeAnswer } from './store-answer.ts';

const ASK_AGAIN_MILLISECONDS = 3_000;

const isBeingTranscribed = (lesson: Lesson | undefined): boolean =>
  lesson !== undefined && lesson.transcription_id !== null && lesson.audio_transcript === '';

/** How a lesson is fetched. */
export const lessonQuery = (lessonId: number) => ({
  queryKey: queryKeys.lesson(lessonId),
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    requestLesson('GET', `/api/lessons/${lessonId}/`, { signal }),
});

/** The lesson, polled while it is being transcribed and no events arrive. */
export function useLesson(lessonId: number) {
  const isLive = useIsLive();
  return useQuery({
    ...lessonQuery(lessonId),
    refetchInterval: ({ state }) =>
      !isLive && isBeingTranscribed(state.data) ? ASK_AGAIN_MILLISECONDS : false,
  });
}

/** Running jobs of this lesson, including those that another tab or an earlier visit started. */
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

/** Starts the transcription; the answer is the lesson with its `transcription_id`. */
export function useStartTranscription(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['transcribe', lessonId],
    mutationFn: () => requestLesson('POST', '/api/transcribe-video/', { body: { lesson_id: lessonId } }),
    onSuccess: (started) => {
      storeAnswer<Lesson>(queryClient, queryKeys.lesson(lessonId), (lesson) => ({
        ...lesson,
        ...started,
      }));
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
}

/** Requests the summary of a lesson: of a video from its transcript, of others from the document. */
export function useCreateSummary(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['summarize', lesson.id],
    mutationFn: ({ length, replacesEdits = false }: { length: SummaryLength; replacesEdits?: boolean }) => {
      const wanted = { lesson_id: lesson.id, length, replaces_edits: replacesEdits };
      return lesson.kind === 'video'
        ? requestLesson('POST', '/api/summarize-video/', { body: wanted })
        : requestLesson('POST', '/api/summarize-file/', {
            body: { ...wanted, docsource_id: lesson.document_source_id },
          });
    },
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.lesson(lesson.id) });
    },
  });
}

export function useEditSummary(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SummaryRequest) =>
      requestLesson('PUT', `/api/lessons/${lesson.id}/summary/`, { body }),
    onSuccess: (edited) => {
      storeAnswer<Lesson>(queryClient, queryKeys.lesson(lesson.id), edited);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
    },
  });
}

export const useIsSummarizing = (lessonId: number): boolean =>
  useMutationState({
    filters: { mutationKey: ['summarize', lessonId], status: 'pending' },
    select: (mutation) => mutation.state.status,
  }).length > 0;
