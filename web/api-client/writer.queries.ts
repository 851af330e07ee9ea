import { useQuery } from '@tanstack/react-query';
import type { WriterOverview } from '#contract/language-model.ts';
import { request } from './request.ts';

/** Whether a language model is connected, and whom to ask for one. */
export const useWriter = () =>
  useQuery({
    queryKey: ['language-model'],
    queryFn: ({ signal }) => request<WriterOverview>('GET', '/api/language-model/', { signal }),
  });
