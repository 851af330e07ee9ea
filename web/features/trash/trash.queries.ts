import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Trash } from '#contract/trash.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { forgetTrash, TRASH_MUTATION, trashPathOf, type TrashName } from '#web/api-client/trash.queries.ts';

export const useTrash = () =>
  useQuery({
    queryKey: queryKeys.trash,
    queryFn: ({ signal }) => request<Trash>('GET', '/api/trash/', { signal }),
  });

/** Deletes an item for good or, without one, everything in the trash. */
export function useDeleteForGood() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: TRASH_MUTATION,
    mutationFn: (item: TrashName | undefined) =>
      request('DELETE', item === undefined ? '/api/trash/' : trashPathOf(item)).catch((error: unknown) => {
        // Deleted already, in another tab: what was wanted is so.
        if (!isNotFound(error)) throw error;
      }),
    onSettled: () => forgetTrash(queryClient),
  });
}
