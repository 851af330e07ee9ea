import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import type { RecognizedPage, RecognizedPageList } from '#contract/recognition.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';

type ReadLesson = Pick<Lesson, 'id' | 'document_source_id'>;

const pagesQuery = ({ id, document_source_id: documentSourceId }: ReadLesson) => ({
  queryKey: queryKeys.recognizedPages(id, documentSourceId),
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    request<RecognizedPageList>('GET', `/api/lessons/${id}/recognized_pages/`, { signal }),
  staleTime: Infinity,
});

export const useRecognizedPages = (lesson: ReadLesson) =>
  useQuery({ ...pagesQuery(lesson), enabled: lesson.document_source_id !== null });

/** Fetches the words of a recognized page; undefined for a page that contains text. */
export function useRecognizedWords({
  id,
  document_source_id: documentSourceId,
}: ReadLesson): (page: number) => Promise<RecognizedPage | undefined> {
  const queryClient = useQueryClient();
  return useCallback(
    async (page) => {
      if (documentSourceId === null) return undefined;
      const list = pagesQuery({ id, document_source_id: documentSourceId });
      const pages = await queryClient.query(list);
      if (!pages.some((each) => each.page === page && each.is_readable)) return undefined;
      return queryClient.query({
        queryKey: [...list.queryKey, page],
        queryFn: ({ signal }) =>
          request<RecognizedPage>('GET', `/api/lessons/${id}/recognized_pages/${page}/`, { signal }),
        staleTime: Infinity,
      });
    },
    [id, documentSourceId, queryClient],
  );
}
