import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Lesson } from '#contract/lessons.ts';
import { lessonQuery } from '#web/api-client/lesson-work.queries.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { requestLesson } from '#web/api-client/request-lesson.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';

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
      const { decodeBytes } = await import('#contract/text-encoding/decode-bytes.ts');
      const decoded = decodeBytes(new Uint8Array(await response.arrayBuffer()));
      if (decoded.kind !== 'text') throw new Error('The encoding of the text is unknown.');
      return decoded.text;
    },
    enabled: isNeeded,
    staleTime: Infinity,
  });

export function useIngestLesson(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['ingest', lesson.id],
    mutationFn: () => requestLesson('POST', `/api/lessons/${lesson.id}/ingest/`),
    onSuccess: (ingested) => {
      storeAnswer<Lesson>(queryClient, queryKeys.lesson(lesson.id), ingested);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonText(lesson.id) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.activity }),
  });
}

export const useIsIngesting = (lessonId: number): boolean =>
  useMutationState({
    filters: { mutationKey: ['ingest', lessonId], status: 'pending' },
    select: (mutation) => mutation.state.status,
  }).length > 0;
