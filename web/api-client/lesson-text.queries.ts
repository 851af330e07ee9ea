import { queryOptions, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LessonText } from '#contract/lessons.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** What Lectern read in the lesson; empty when it has read nothing. */
export const useLessonText = (lessonId: number, isNeeded: boolean) =>
  useQuery({ ...lessonTextOptions(lessonId), enabled: isNeeded });

const lessonTextOptions = (lessonId: number) =>
  queryOptions({
    queryKey: queryKeys.lessonText(lessonId),
    queryFn: ({ signal }) => request<LessonText>('GET', `/api/lessons/${lessonId}/text/`, { signal }),
    staleTime: 5 * 60_000,
  });

/** Of several lessons. `isSettled` when each has arrived or failed; `textOf` changes only when one arrives. */
export function useLessonTexts(lessonIds: readonly number[]): {
  readonly isSettled: boolean;
  readonly textOf: (lessonId: number) => LessonText | undefined;
} {
  return useTextsOf([...new Set(lessonIds)].toSorted((one, other) => one - other).join(' '));
}

/** @param key the ids in order, separated by spaces: the same lessons are the same text, however often they are listed. */
function useTextsOf(key: string) {
  const combine = useCallback(
    (results: UseQueryResult<LessonText>[]) => {
      const texts = new Map(readIds(key).map((id, index) => [id, results[index]?.data]));
      return {
        isSettled: results.every(({ data, isError }) => data !== undefined || isError),
        textOf: (lessonId: number) => texts.get(lessonId),
      };
    },
    [key],
  );
  return useQueries({ queries: readIds(key).map(lessonTextOptions), combine });
}

const readIds = (key: string): number[] => (key === '' ? [] : key.split(' ').map(Number));
