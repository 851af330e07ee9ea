import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Caches the server's response to a change. A fetch in progress may have read the earlier state, so it starts again, and whoever
 * waits for it gets the new response.
 * @param answer the new data, or a function of the cached data; undefined changes nothing
 */
export function storeAnswer<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  answer: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
): void {
  queryClient.setQueryData<Data>(queryKey, answer);
  const status = queryClient.getQueryState(queryKey)?.fetchStatus ?? 'idle';
  if (status !== 'idle') void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
}
