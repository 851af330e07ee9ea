import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdministeredJob, ModelOverview, StorageUse, VersionAnswer } from '#contract/administration.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import type { Health } from '#contract/health.ts';
import { ApiError, isRecord } from '#web/api-client/api-error.ts';
import { fetchFromApi, readError, request } from '#web/api-client/request.ts';
import { saveResponse } from '#web/ui/save-response.ts';

const JOBS = ['administration', 'jobs'] as const;
const MODELS = ['administration', 'models'] as const;

const A_PAGE = 50;
const JOBS_REFRESH_MILLISECONDS = 5_000;
const DOWNLOAD_REFRESH_MILLISECONDS = 2_000;
const QUIET_REFRESH_MILLISECONDS = 15_000;

/** Where the next page of a list begins: after the last entry of this one; a short page was the last. */
const nextOf = (page: readonly { readonly id: string }[]): string | undefined =>
  page.length < A_PAGE ? undefined : page.at(-1)?.id;

export const useJobs = (filter: { state: string; accountId: string }) =>
  useInfiniteQuery({
    queryKey: [...JOBS, filter],
    queryFn: ({ signal, pageParam }) => {
      const parameters = new URLSearchParams({ limit: String(A_PAGE) });
      if (filter.state !== '') parameters.set('state', filter.state);
      if (filter.accountId !== '') parameters.set('account_id', filter.accountId);
      if (pageParam !== '') parameters.set('before_id', pageParam);
      return request<AdministeredJob[]>('GET', `/api/admin/jobs/?${parameters.toString()}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: nextOf,
    refetchInterval: JOBS_REFRESH_MILLISECONDS,
  });

export function useJobAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'retry' | 'cancel' }) =>
      request('POST', `/api/admin/jobs/${id}/${action}/`),
    // Also when it failed: the job has then changed since it was listed.
    onSettled: () => queryClient.invalidateQueries({ queryKey: JOBS }),
  });
}

export const useModels = () =>
  useQuery({
    queryKey: MODELS,
    queryFn: ({ signal }) => request<ModelOverview>('GET', '/api/admin/models/', { signal }),
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
    queryFn: ({ signal }) => request<StorageUse>('GET', '/api/admin/storage/', { signal }),
  });

export const useVersion = () =>
  useQuery({
    queryKey: ['administration', 'version'],
    queryFn: ({ signal }) => request<VersionAnswer>('GET', '/api/admin/version/', { signal }),
  });

export const useHealth = () =>
  useQuery({
    queryKey: ['administration', 'health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: QUIET_REFRESH_MILLISECONDS,
  });

/** The server answers 503 when the database is down, with the same body. */
async function readHealth(signal: AbortSignal): Promise<Health> {
  try {
    return await request<Health>('GET', '/api/health/', { signal });
  } catch (error) {
    if (error instanceof ApiError && isRecord(error.body) && 'job_queue' in error.body) {
      return error.body as unknown as Health;
    }
    throw error;
  }
}

/** As the address of the page has it: `from` and `to` are days such as 2026-11-23 in the reader's time zone. */
export interface AuditFilter {
  /** Number or email address. */
  readonly account: string;
  readonly action: string;
  readonly from: string;
  readonly to: string;
}

const startOf = (day: string, daysLater = 0): string => {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
};

function parametersOf({ account, action, from, to }: AuditFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  if (account !== '') parameters.set(account.includes('@') ? 'email' : 'account_id', account);
  if (action !== '') parameters.set('action', action);
  if (from !== '') parameters.set('since', startOf(from));
  if (to !== '') parameters.set('until', startOf(to, 1));
  return parameters;
}

export const useAuditLog = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['administration', 'audit', filter],
    queryFn: ({ signal, pageParam }) => {
      const parameters = parametersOf(filter);
      parameters.set('limit', String(A_PAGE));
      if (pageParam !== '') parameters.set('before_id', pageParam);
      return request<AuditEntry[]>('GET', `/api/admin/audit-log/?${parameters.toString()}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: nextOf,
    // Others add to it all the time.
    staleTime: 0,
  });

/** Saves all entries that match the filter as a file. */
export const useExportAuditLog = () =>
  useMutation({
    mutationFn: async (filter: AuditFilter) => {
      const parameters = parametersOf(filter);
      parameters.set('format', 'csv');
      const response = await fetchFromApi('GET', `/api/admin/audit-log/export/?${parameters.toString()}`);
      if (!response.ok) throw await readError(response);
      await saveResponse(response, `lectern-audit-log-${new Date().toISOString().slice(0, 10)}.csv`);
    },
  });
