import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateClassListRequest, CreatedClassList } from '#contract/class-lists.ts';
import type { ClassList } from '#contract/shared-quizzes.ts';
import { request } from '#web/api-client/request.ts';

const KEY = ['class-lists'];

export const useClassLists = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request<ClassList[]>('GET', '/api/class-lists/', { signal }),
  });

/** Stores a class list; the answer has the personal codes. */
export function useCreateClassList() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateClassListRequest) =>
      request<CreatedClassList>('POST', '/api/class-lists/', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Replaces the codes of a list. */
export const useRenewCodes = () =>
  useMutation({
    mutationFn: (id: number) => request<CreatedClassList>('POST', `/api/class-lists/${id}/codes/`),
  });

export function useDeleteClassList() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/class-lists/${id}/`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
