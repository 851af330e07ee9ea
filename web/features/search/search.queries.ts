import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchResults } from '../../../contract/search.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';

/** Passages of one's own lessons. What was found before stays until the next is there; a search that is overtaken is given up. */
export const useSearch = (text: string) =>
  useQuery({
    queryKey: queryKeys.search(text),
    queryFn: ({ signal }) =>
      request<SearchResults>('GET', `/api/search/?q=${encodeURIComponent(text)}`, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
