import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Conversation, ConversationWithMessages } from '#contract/assistant.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { usePagedList, type PagedList } from '#web/api-client/use-paged-list.ts';

/** The user's conversations, last used first. */
export const useConversations = () =>
  usePagedList<Conversation>(queryKeys.conversations, '/api/assistant/conversations/');

/** A conversation with its messages, refetched each time it is opened; fetches nothing for `undefined`. */
export const useOpenedConversation = (id: number | undefined) =>
  useQuery({
    queryKey: queryKeys.conversation(id ?? 0),
    queryFn: ({ signal }) =>
      request<ConversationWithMessages>('GET', `/api/assistant/conversations/${id ?? 0}/`, { signal }),
    enabled: id !== undefined,
    // The page itself adds later messages.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Returns a function that refreshes the list of conversations and the dashboard's count. */
export function useForgetConversations(): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.conversations, exact: true });
    void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard });
  };
}

/** Stores a conversation without a question, for a quiz, a transcript or a summary. */
export const useBeginConversation = () =>
  useMutation({
    mutationFn: (title: string) =>
      request<Conversation>('POST', '/api/assistant/conversations/', { body: { title } }),
    onSuccess: useForgetConversations(),
  });

export function useRenameConversation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: number; title: string }) =>
      request<Conversation>('PATCH', `/api/assistant/conversations/${id}/`, { body: { title } }),
    onSuccess: (renamed) => {
      queryClient.setQueryData<PagedList<Conversation>>(
        queryKeys.conversations,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) =>
              page.map((each) => (each.id === renamed.id ? { ...each, title: renamed.title } : each)),
            ),
          },
      );
      void queryClient.invalidateQueries({ queryKey: queryKeys.conversations, exact: true });
    },
  });
}

export const useDeleteConversation = () =>
  useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/assistant/conversations/${id}/`),
    onSuccess: useForgetConversations(),
  });
