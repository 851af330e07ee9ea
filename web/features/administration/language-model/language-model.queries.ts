import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  DiscoveredServices,
  LanguageModelSettings,
  ModelConnection,
  ModelList,
  ModelTest,
} from '#contract/language-model.ts';
import { request } from '#web/api-client/request.ts';

const PATH = '/api/admin/language-model/';
const LANGUAGE_MODEL = ['administration', 'language-model'] as const;
const MODELS = ['administration', 'models'] as const;
const WRITER = ['language-model'] as const;

const DOWNLOAD_REFRESH_MILLISECONDS = 2_000;
const QUIET_REFRESH_MILLISECONDS = 15_000;

export const useLanguageModel = () =>
  useQuery({
    queryKey: LANGUAGE_MODEL,
    queryFn: ({ signal }) => request<LanguageModelSettings>('GET', PATH, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.local_state === null || data?.local_state?.status === 'ready'
        ? QUIET_REFRESH_MILLISECONDS
        : DOWNLOAD_REFRESH_MILLISECONDS,
  });

/** @param onChanged is called before the new settings reset the form, which cancels its pending requests. */
function useChanged(onChanged: () => void): (settings: LanguageModelSettings) => Promise<unknown> {
  const queryClient = useQueryClient();
  return (settings) => {
    onChanged();
    queryClient.setQueryData(LANGUAGE_MODEL, settings);
    return Promise.all([MODELS, WRITER].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

/** Takes the administrator's password. */
export const useSaveLanguageModel = (connection: ModelConnection, onSaved: () => void) => {
  const onSuccess = useChanged(onSaved);
  return useMutation({
    mutationFn: (password: string) =>
      request<LanguageModelSettings>('PUT', PATH, { body: { ...connection, password } }),
    onSuccess,
  });
};

/** Takes the administrator's password. */
export const useRemoveLanguageModel = (onRemoved: () => void) => {
  const onSuccess = useChanged(onRemoved);
  return useMutation({
    mutationFn: (password: string) => request<LanguageModelSettings>('DELETE', PATH, { body: { password } }),
    onSuccess,
  });
};

export const useListModels = () =>
  useMutation({
    mutationFn: (connection: ModelConnection) =>
      request<ModelList>('POST', `${PATH}models/`, { body: connection }),
  });

export const useDiscoverServices = () =>
  useMutation({ mutationFn: () => request<DiscoveredServices>('POST', `${PATH}discover/`) });

export const useTestModel = () =>
  useMutation({
    mutationFn: (connection: ModelConnection) =>
      request<ModelTest>('POST', `${PATH}test/`, { body: connection }),
  });
