import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { findNextPage } from '#contract/list-limits.ts';
import { request } from './request.ts';

/** A cached list: the pages read so far, newest first. */
export type PagedList<Row> = InfiniteData<Row[], number | undefined>;

/**
 * A list that grows without limit, newest first: `data` contains all rows of the pages read so far, and `fetchNextPage` reads an
 * older page while `hasNextPage` is true.
 * @param path the list's address, which accepts `before`
 */
export const usePagedList = <Row extends { readonly id: number }>(
  queryKey: readonly unknown[],
  path: string,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => request<Row[]>('GET', addressOfPage(path, pageParam), { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => findNextPage(page),
    select: ({ pages }) => pages.flat(),
  });

const addressOfPage = (path: string, before: number | undefined): string =>
  before === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}before=${before}`;
