import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AccountContents } from '#contract/accounts.ts';
import type {
  AdministeredAccount,
  AdministeredAccountList,
  AdministeredJob,
  AdministeredRegistration,
  Invitation,
  ModelOverview,
  StorageUse,
  VersionAnswer,
} from '#contract/administration.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import type { Health } from '#contract/health.ts';
import type { AccountModelBudget, LanguageModelSettings } from '#contract/language-model.ts';
import type { TwoFactorSettings } from '#contract/sign-in.ts';
import { ApiError, isRecord } from '#web/api-client/api-error.ts';
import { fetcherOf, fetchFromApi, readError, request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';
import { saveResponse } from '#web/ui/save-response.ts';

export const ACCOUNTS = ['administration', 'accounts'] as const;
export const TWO_FACTOR = ['administration', 'two-factor'] as const;
export const REGISTRATION = ['administration', 'registration'] as const;
export const INVITATIONS = ['administration', 'invitations'] as const;
export const LANGUAGE_MODEL = ['administration', 'language-model'] as const;
export const MODELS = ['administration', 'models'] as const;
const JOBS = ['administration', 'jobs'] as const;
const AUDIT = ['administration', 'audit'] as const;

export const A_PAGE = 50;
const JOBS_REFRESH_MILLISECONDS = 5_000;
const DOWNLOAD_REFRESH_MILLISECONDS = 2_000;
const QUIET_REFRESH_MILLISECONDS = 15_000;

/** The query string of an address, without empty parameters. */
function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** The previous page stays until the next one has loaded. */
export const useAccounts = ({
  order = 'newest',
  ...query
}: {
  readonly search?: string;
  readonly status?: string;
  readonly order?: 'newest' | 'storage';
  readonly page: number;
}) =>
  useQuery({
    queryKey: [...ACCOUNTS, 'list', { ...query, order }],
    queryFn: fetcherOf<AdministeredAccountList>(`/api/admin/accounts/?${queryOf({ ...query, order })}`),
    placeholderData: keepPreviousData,
  });

export const useAccount = (id: number | undefined) =>
  useQuery({
    queryKey: [...ACCOUNTS, 'one', id],
    queryFn: fetcherOf<AdministeredAccount>(`/api/admin/accounts/${id ?? 0}/`),
    enabled: id !== undefined,
  });

export interface AccountChange {
  readonly is_active?: boolean;
  readonly is_staff?: boolean;
  readonly storage_quota_bytes?: number | null;
  readonly password?: string;
}

export function useChangeAccount(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountChange) =>
      request<AdministeredAccount>('PATCH', `/api/admin/accounts/${id}/`, { body }),
    onSuccess: (account) => {
      storeAnswer<AdministeredAccount>(queryClient, [...ACCOUNTS, 'one', id], account);
      void queryClient.invalidateQueries({ queryKey: [...ACCOUNTS, 'list'] });
      void queryClient.invalidateQueries({ queryKey: AUDIT });
    },
  });
}

export const accountBudgetOf = (id: number) => ({
  queryKey: [...ACCOUNTS, 'model-budget', id],
  path: `/api/admin/accounts/${id}/model-budget/`,
});

export const useAccountBudget = (id: number) => {
  const { queryKey, path } = accountBudgetOf(id);
  return useQuery({ queryKey, queryFn: fetcherOf<AccountModelBudget>(path) });
};

/** How much would be deleted with the account. Counted each time, as the list must be true when it is confirmed. */
export const useAccountContents = (id: number) =>
  useQuery({
    queryKey: [...ACCOUNTS, 'contents', id],
    queryFn: fetcherOf<AccountContents>(`/api/admin/accounts/${id}/contents/`),
    gcTime: 0,
  });

export const useTwoFactorSettings = () =>
  useQuery({ queryKey: TWO_FACTOR, queryFn: fetcherOf<TwoFactorSettings>('/api/admin/two-factor/') });

export const useRegistration = () =>
  useQuery({
    queryKey: REGISTRATION,
    queryFn: fetcherOf<AdministeredRegistration>('/api/admin/registration/'),
  });

export const useInvitations = () =>
  useQuery({ queryKey: INVITATIONS, queryFn: fetcherOf<Invitation[]>('/api/admin/invitations/') });

export const useLanguageModel = () =>
  useQuery({
    queryKey: LANGUAGE_MODEL,
    queryFn: fetcherOf<LanguageModelSettings>('/api/admin/language-model/'),
    refetchInterval: ({ state: { data } }) =>
      data?.local_state === null || data?.local_state?.status === 'ready'
        ? QUIET_REFRESH_MILLISECONDS
        : DOWNLOAD_REFRESH_MILLISECONDS,
  });

/** A list that grows without limit: the next page begins after the last entry of this one; a short page was the last. */
const useGrowingList = <Row extends { readonly id: string }>(
  queryKey: readonly unknown[],
  path: string,
  parameters: Readonly<Record<string, string | undefined>>,
  refetchInterval: number | false,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      fetcherOf<Row[]>(`${path}?${queryOf({ ...parameters, limit: A_PAGE, before_id: pageParam })}`)({
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < A_PAGE ? undefined : page.at(-1)?.id),
    // Other users add entries all the time.
    staleTime: 0,
    refetchInterval,
  });

export const useJobs = (filter: { state: string; accountId: string }) =>
  useGrowingList<AdministeredJob>(
    [...JOBS, filter],
    '/api/admin/jobs/',
    { state: filter.state, account_id: filter.accountId },
    JOBS_REFRESH_MILLISECONDS,
  );

export function useJobAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'retry' | 'cancel' }) =>
      request('POST', `/api/admin/jobs/${id}/${action}/`),
    // Even after a failure: the job has then changed since it was listed.
    onSettled: () => queryClient.invalidateQueries({ queryKey: JOBS }),
  });
}

export const useModels = () =>
  useQuery({
    queryKey: MODELS,
    queryFn: fetcherOf<ModelOverview>('/api/admin/models/'),
    refetchInterval: ({ state: { data } }) =>
      data?.is_downloading === true ||
      Object.values(data?.models ?? {}).some(({ status }) => status === 'downloading')
        ? DOWNLOAD_REFRESH_MILLISECONDS
        : QUIET_REFRESH_MILLISECONDS,
  });

export function useDownloadModels() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/admin/models/download/'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: MODELS }),
  });
}

export const useStorage = () =>
  useQuery({
    queryKey: ['administration', 'storage'],
    queryFn: fetcherOf<StorageUse>('/api/admin/storage/'),
  });

export const useVersion = () =>
  useQuery({
    queryKey: ['administration', 'version'],
    queryFn: fetcherOf<VersionAnswer>('/api/admin/version/'),
  });

export const useHealth = () =>
  useQuery({
    queryKey: ['administration', 'health'],
    // The server answers 503 when the database is down, with the same body.
    queryFn: ({ signal }) =>
      fetcherOf<Health>('/api/health/')({ signal }).catch((error: unknown) => {
        if (error instanceof ApiError && isRecord(error.body) && 'job_queue' in error.body)
          return error.body as unknown as Health;
        throw error;
      }),
    refetchInterval: QUIET_REFRESH_MILLISECONDS,
  });

/** As in the URL of the page: `from` and `to` are days such as 2026-11-23 in the reader's time zone. */
export interface AuditFilter {
  /** Number or email address. */
  readonly account: string;
  readonly action: string;
  readonly from: string;
  readonly to: string;
}

function startOf(day: string, daysLater = 0): string {
  if (day === '') return '';
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

const parametersOf = ({ account, action, from, to }: AuditFilter) => ({
  [account.includes('@') ? 'email' : 'account_id']: account,
  action,
  since: startOf(from),
  until: startOf(to, 1),
});

export const useAuditLog = (filter: AuditFilter) =>
  useGrowingList<AuditEntry>([...AUDIT, filter], '/api/admin/audit-log/', parametersOf(filter), false);

export const useExportAuditLog = () =>
  useMutation({
    mutationFn: async (filter: AuditFilter) => {
      const query = queryOf({ ...parametersOf(filter), format: 'csv' });
      const response = await fetchFromApi('GET', `/api/admin/audit-log/export/?${query}`);
      if (!response.ok) throw await readError(response);
      await saveResponse(response, `lectern-audit-log-${new Date().toISOString().slice(0, 10)}.csv`);
    },
  });
