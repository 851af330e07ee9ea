import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Lesson } from '../../../contract/lessons.ts';
import type { RecognizedPage, RecognizedPageList } from '../../../contract/recognition.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';

type ReadLesson = Pick<Lesson, 'id' | 'docsource_id'>;

const pagesQuery = ({ id, docsource_id: docsourceId }: ReadLesson) => ({
  queryKey: queryKeys.recognizedPages(id, docsourceId),
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    request<RecognizedPageList>('GET', `/api/lessons/${id}/recognized_pages/`, { signal }),
  staleTime: Infinity,
});

/** Which pages of the lesson's document were recognized in a picture. */
export const useRecognizedPages = (lesson: ReadLesson) =>
  useQuery({ ...pagesQuery(lesson), enabled: lesson.docsource_id !== null });

/** Fetches the words of a page that was recognized; undefined for a page that has text of its own. */
export function useRecognizedWords({
  id,
  docsource_id: docsourceId,
}: ReadLesson): (page: number) => Promise<RecognizedPage | undefined> {
  const queryClient = useQueryClient();
  return useCallback(
    async (page) => {
      if (docsourceId === null) return undefined;
      const list = pagesQuery({ id, docsource_id: docsourceId });
      const pages = await queryClient.query(list);
      if (!pages.some((each) => each.page === page && each.is_readable)) return undefined;
      return queryClient.query({
        queryKey: [...list.queryKey, page],
        queryFn: ({ signal }) =>
          request<RecognizedPage>('GET', `/api/lessons/${id}/recognized_pages/${page}/`, { signal }),
        staleTime: Infinity,
      });
    },
    [id, docsourceId, queryClient],
  );
}
