import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Caches what the server answered to a change. A fetch under way may have read the state before the change, and would restore
 * it: it is cancelled, and made again.
 * @param answer or how it changes what is cached; undefined leaves that as it is
 */
export async function storeAnswer<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  answer: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
): Promise<void> {
  const exactly = { queryKey, exact: true };
  const isFetching = queryClient.isFetching(exactly) > 0;
  await queryClient.cancelQueries(exactly);
  queryClient.setQueryData<Data>(queryKey, answer);
  if (isFetching) void queryClient.invalidateQueries(exactly);
}
