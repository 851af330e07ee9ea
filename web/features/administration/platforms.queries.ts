import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LtiAdministration, LtiPlatform, LtiPlatformRequest, LtiTool } from '#contract/lti.ts';
import { request } from '#web/api-client/request.ts';

const PLATFORMS = ['administration', 'lti'] as const;
const ADDRESS = '/api/admin/lti/platforms/';

export const useLtiAdministration = () =>
  useQuery({
    queryKey: PLATFORMS,
    queryFn: ({ signal }) => request<LtiAdministration>('GET', '/api/admin/lti/', { signal }),
  });

function useChange<Given, Result>(change: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PLATFORMS }),
  });
}

/** Registers a platform, or changes the one with the id. */
export const useSavePlatform = (id: number | undefined) =>
  useChange((body: LtiPlatformRequest) =>
    id === undefined
      ? request<LtiPlatform>('POST', ADDRESS, { body })
      : request<LtiPlatform>('PUT', `${ADDRESS}${id}/`, { body }),
  );

export const useRemovePlatform = () => useChange((id: number) => request('DELETE', `${ADDRESS}${id}/`));

export const useReplaceKey = () => useChange(() => request<LtiTool>('POST', '/api/admin/lti/key/'));
