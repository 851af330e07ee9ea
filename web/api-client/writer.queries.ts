import { useQuery } from '@tanstack/react-query';
import type { WriterOverview } from '#contract/language-model.ts';
import { request } from './request.ts';

export const useWriter = () =>
  useQuery({
    queryKey: ['language-model'],
    queryFn: ({ signal }) => request<WriterOverview>('GET', '/api/language-model/', { signal }),
  });
