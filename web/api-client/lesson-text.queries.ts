import { useQuery } from '@tanstack/react-query';
import type { LessonText } from '#contract/lessons.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** What Lectern read in the lesson; empty when it has read nothing. */
export const useLessonText = (lessonId: number, isNeeded: boolean) =>
  useQuery({
    queryKey: queryKeys.lessonText(lessonId),
    queryFn: ({ signal }) => request<LessonText>('GET', `/api/lessons/${lessonId}/text/`, { signal }),
    staleTime: 5 * 60_000,
    enabled: isNeeded,
  });
