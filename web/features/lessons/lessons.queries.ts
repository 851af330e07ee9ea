import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Activity } from '../../../contract/activity.ts';
import type { Lesson } from '../../../contract/lessons.ts';
import { useIsLive } from '../../api-client/live-connection.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';

const ASK_AGAIN_MILLISECONDS = 3_000;

const isBeingTranscribed = (lesson: Lesson | undefined): boolean =>
  lesson !== undefined && lesson.video_id !== null && lesson.audio_transcript === '';

const lessonQuery = (lessonId: number) => ({
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

/** Fetches the lesson at once: its file's address is short-lived. */
export function useFreshFile(lessonId: number): () => Promise<string> {
  const queryClient = useQueryClient();
  return async () => (await queryClient.query({ ...lessonQuery(lessonId), staleTime: 0 })).file;
}

/** The text of an uploaded file itself, for one that Lectern has not read. */
export const useFileText = (file: string, isNeeded: boolean) =>
  useQuery({
    queryKey: ['file-text', new URL(file, window.location.href).pathname],
    queryFn: async ({ signal }) => {
      const response = await fetch(file, { signal });
      if (!response.ok) throw new Error(response.statusText);
      return response.text();
    },
    enabled: isNeeded,
    staleTime: Infinity,
  });

export function useUpdateLesson(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { title: string; description?: string | undefined }) =>
      request<Lesson>('PUT', `/api/lessons/${lesson.id}/`, { body }),
    onSuccess: (updated) => {
      queryClient.setQueryData(queryKeys.lesson(lesson.id), updated);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
    },
  });
}

export function useDeleteLesson(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request('DELETE', `/api/lessons/${lesson.id}/`),
    onSuccess: () => {
      for (const queryKey of [
        queryKeys.lessonsOfCourse(lesson.course),
        queryKeys.courses,
        queryKeys.questionSets,
        queryKeys.dashboard,
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}

/** Has Lectern read the document that the lesson links to. */
export function useIngestLesson(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['ingest', lesson.id],
    mutationFn: () => request<Lesson>('POST', `/api/lessons/${lesson.id}/ingest/`),
    onSuccess: (ingested) => {
      queryClient.setQueryData(queryKeys.lesson(lesson.id), ingested);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonText(lesson.id) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.activity }),
  });
}

/** Whether an ingestion that was asked for from this page, or one left since, still runs. */
export const useIsIngesting = (lessonId: number): boolean =>
  useMutationState({
    filters: { mutationKey: ['ingest', lessonId], status: 'pending' },
    select: (mutation) => mutation.state.status,
  }).length > 0;

/** What is being made of this lesson now, whoever asked for it: another tab, or this one before it was left. */
export function useRunningWork(lessonId: number): Activity['work'][] {
  const isLive = useIsLive();
  const { data = [] } = useQuery({
    queryKey: queryKeys.activity,
    queryFn: ({ signal }) => request<Activity[]>('GET', '/api/activity/', { signal }),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.some(isUnderWay) === true ? ASK_AGAIN_MILLISECONDS : false,
  });
  return data.filter((each) => each.lesson_id === lessonId && isUnderWay(each)).map(({ work }) => work);
}

const isUnderWay = ({ status }: Activity): boolean => status === 'queued' || status === 'running';
