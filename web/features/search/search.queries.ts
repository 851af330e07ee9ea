import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchResults } from '#contract/search.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';

/** Searches the user's lessons. Earlier results stay until new ones arrive, and an overtaken search is cancelled. */
export const useSearch = (text: string) =>
  useQuery({
    queryKey: queryKeys.search(text),
    queryFn: ({ signal }) =>
      request<SearchResults>('GET', `/api/search/?q=${encodeURIComponent(text)}`, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
