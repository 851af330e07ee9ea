import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AdministeredAccount,
  AdministeredAccountList,
  Invitation,
  NewInvitation,
  RegistrationSettings,
  ResetLink,
} from '#contract/administration.ts';
import type { AccountContents } from '#contract/accounts.ts';
import type { TwoFactorSettings } from '#contract/sign-in.ts';
import { request } from '#web/api-client/request.ts';

const ACCOUNTS = ['administration', 'accounts'] as const;
const TWO_FACTOR = ['administration', 'two-factor'] as const;
const REGISTRATION = ['administration', 'registration'] as const;
const INVITATIONS = ['administration', 'invitations'] as const;

export const ACCOUNTS_A_PAGE = 50;

export interface AccountListQuery {
  readonly search?: string;
  readonly status?: string;
  readonly order?: 'newest' | 'storage';
  readonly page: number;
}

/** The page before stays until the next one is there. */
export const useAccounts = (query: AccountListQuery) =>
  useQuery({
    queryKey: [...ACCOUNTS, 'list', query],
    queryFn: ({ signal }) => {
      const { search = '', status = '', order = 'newest', page } = query;
      const parameters = new URLSearchParams({ order, page: String(page) });
      if (search !== '') parameters.set('search', search);
      if (status !== '') parameters.set('status', status);
      return request<AdministeredAccountList>('GET', `/api/admin/accounts/?${parameters.toString()}`, {
        signal,
      });
    },
    placeholderData: keepPreviousData,
  });

export const useAccount = (id: number | undefined) =>
  useQuery({
    queryKey: [...ACCOUNTS, 'one', id],
    queryFn: ({ signal }) =>
      request<AdministeredAccount>('GET', `/api/admin/accounts/${id ?? 0}/`, { signal }),
    enabled: id !== undefined,
  });

export interface AccountChange {
  readonly is_active?: boolean;
  readonly is_staff?: boolean;
  readonly storage_quota_bytes?: number | null;
  readonly password?: string;
}

const useAccountMutation = <Given>(id: number, describe: (given: Given) => AccountChange) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) =>
      request<AdministeredAccount>('PATCH', `/api/admin/accounts/${id}/`, { body: describe(given) }),
    onSuccess: (account) => {
      queryClient.setQueryData([...ACCOUNTS, 'one', id], account);
      void queryClient.invalidateQueries({ queryKey: [...ACCOUNTS, 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['administration', 'audit'] });
    },
  });
};

export const useChangeAccount = (id: number) => useAccountMutation(id, (change: AccountChange) => change);

/** Takes the administrator's own password. */
export const useChangeRole = (id: number, isStaff: boolean) =>
  useAccountMutation(id, (password: string) => ({ is_staff: isStaff, password }));

export const useCreateResetLink = (id: number) =>
  useMutation({
    mutationFn: (password: string) =>
      request<ResetLink>('POST', `/api/admin/accounts/${id}/reset-link/`, { body: { password } }),
  });

/** Removes the second factor of someone who has lost it. */
export function useRemoveSecondFactor(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      request('DELETE', `/api/admin/accounts/${id}/two-factor/`, { body: { password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ACCOUNTS }),
  });
}

/** How much would be deleted with the account. Counted each time, as the list must be true when it is confirmed. */
export const useAccountContents = (id: number) =>
  useQuery({
    queryKey: [...ACCOUNTS, 'contents', id],
    queryFn: ({ signal }) =>
      request<AccountContents>('GET', `/api/admin/accounts/${id}/contents/`, { signal }),
    gcTime: 0,
  });

export function useDeleteAccount(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      request('DELETE', `/api/admin/accounts/${id}/`, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [...ACCOUNTS, 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['administration', 'audit'] });
    },
  });
}

export const useTwoFactorSettings = () =>
  useQuery({
    queryKey: TWO_FACTOR,
    queryFn: ({ signal }) => request<TwoFactorSettings>('GET', '/api/admin/two-factor/', { signal }),
  });

export function useChangeTwoFactorSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TwoFactorSettings) =>
      request<TwoFactorSettings>('PUT', '/api/admin/two-factor/', { body }),
    onSuccess: (settings) => queryClient.setQueryData(TWO_FACTOR, settings),
  });
}

export const useRegistration = () =>
  useQuery({
    queryKey: REGISTRATION,
    queryFn: ({ signal }) => request<RegistrationSettings>('GET', '/api/admin/registration/', { signal }),
  });

export function useChangeRegistration() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RegistrationSettings) =>
      request<RegistrationSettings>('PUT', '/api/admin/registration/', { body }),
    onSuccess: (settings) => queryClient.setQueryData(REGISTRATION, settings),
  });
}

export const useInvitations = () =>
  useQuery({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => request<Invitation[]>('GET', '/api/admin/invitations/', { signal }),
  });

export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email?: string; days: number }) =>
      request<NewInvitation>('POST', '/api/admin/invitations/', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INVITATIONS }),
  });
}

export function useRevokeInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('DELETE', `/api/admin/invitations/${id}/`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INVITATIONS }),
  });
}
