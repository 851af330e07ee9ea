import { useQuery } from '@tanstack/react-query';
import type { WriterOverview } from '#contract/language-model.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

export const useWriter = () =>
  useQuery({
    queryKey: queryKeys.writer,
    queryFn: ({ signal }) => request<WriterOverview>('GET', '/api/language-model/', { signal }),
  });
