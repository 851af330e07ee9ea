import { useQuery } from '@tanstack/react-query';
import type { LessonFacts } from '#contract/facts.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** Statements of a lesson that no question asks about yet. */
export const useFacts = (lessonId: number) =>
  useQuery({
    queryKey: queryKeys.facts(lessonId),
    queryFn: ({ signal }) => request<LessonFacts>('GET', `/api/lessons/${lessonId}/facts/`, { signal }),
    staleTime: 0,
  });
