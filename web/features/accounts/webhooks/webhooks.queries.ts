import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookRequest,
} from '#contract/webhooks.ts';
import { request } from '#web/api-client/request.ts';

const WEBHOOKS = ['account', 'webhooks'] as const;
const ADDRESS = '/api/webhooks/';
const LOOK_MILLISECONDS = 2_000;

export const useWebhooks = () =>
  useQuery({
    queryKey: WEBHOOKS,
    queryFn: ({ signal }) => request<Webhook[]>('GET', ADDRESS, { signal }),
  });

/** Refreshes itself while a message waits for its first attempt. */
export const useDeliveries = (id: number) =>
  useQuery({
    queryKey: [...WEBHOOKS, id, 'deliveries'],
    queryFn: ({ signal }) => request<WebhookDelivery[]>('GET', `${ADDRESS}${id}/deliveries/`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting') === true ? LOOK_MILLISECONDS : false,
  });

function useChange<Given, Result>(change: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

export const useCreateWebhook = () =>
  useChange((body: WebhookRequest) => request<NewWebhook>('POST', ADDRESS, { body }));

export const useChangeWebhook = (id: number) =>
  useChange((body: WebhookChange) => request<Webhook>('PATCH', `${ADDRESS}${id}/`, { body }));

export const useDeleteWebhook = (id: number) => useChange(() => request('DELETE', `${ADDRESS}${id}/`));

export const useTestWebhook = (id: number) =>
  useChange(() => request<WebhookDelivery>('POST', `${ADDRESS}${id}/test/`));
