import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AssistantAnswer,
  AssistantRequest,
  Conversation,
  ConversationWithMessages,
} from '../../../contract/assistant.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';

/** One's own conversations; the one spoken in last comes first. */
export const useConversations = () =>
  useQuery({
    queryKey: queryKeys.conversations,
    queryFn: ({ signal }) => request<Conversation[]>('GET', '/api/assistant/conversations/', { signal }),
  });

/** A conversation with its messages, read afresh each time it is opened. */
export const useOpenConversation = () =>
  useMutation({
    mutationFn: (id: number) =>
      request<ConversationWithMessages>('GET', `/api/assistant/conversations/${id}/`),
  });

function useForgetConversations(): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.conversations });
    void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard });
  };
}

export const useAsk = () =>
  useMutation({
    mutationFn: (body: AssistantRequest) =>
      request<AssistantAnswer>('POST', '/api/assistant/messages/', { body }),
    onSuccess: useForgetConversations(),
  });

/** Has the server count a conversation in which nothing is asked: the making of a quiz. */
export const useBeginConversation = () =>
  useMutation({
    mutationFn: (title: string) =>
      request<Conversation>('POST', '/api/assistant/conversations/', { body: { title } }),
    onSuccess: useForgetConversations(),
  });

export const useDeleteConversation = () =>
  useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/assistant/conversations/${id}/`),
    onSuccess: useForgetConversations(),
  });
