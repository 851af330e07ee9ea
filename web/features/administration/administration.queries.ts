import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AdministeredAccount,
  AdministeredAccountList,
  AdministeredRegistration,
  Invitation,
  NewInvitation,
  RegistrationSettings,
  ResetLink,
} from '#contract/administration.ts';
import type { AccountContents } from '#contract/accounts.ts';
import type { TwoFactorPolicy, TwoFactorSettings } from '#contract/sign-in.ts';
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
export const useChangeActive = (id: number, isActive: boolean) =>
  useAccountMutation(id, (password: string) => ({ is_active: isActive, password }));

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

/** Takes the administrator's own password. */
export function useChangeTwoFactorSettings(policy: TwoFactorPolicy) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      request<TwoFactorSettings>('PUT', '/api/admin/two-factor/', {
        body: { required_for: policy, password },
      }),
    onSuccess: (settings) => queryClient.setQueryData(TWO_FACTOR, settings),
  });
}

export const useRegistration = () =>
  useQuery({
    queryKey: REGISTRATION,
    queryFn: ({ signal }) => request<AdministeredRegistration>('GET', '/api/admin/registration/', { signal }),
  });

/** Takes the administrator's own password. */
export function useChangeRegistration(settings: RegistrationSettings) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      request<AdministeredRegistration>('PUT', '/api/admin/registration/', {
        body: { ...settings, password },
      }),
    onSuccess: (changed) => queryClient.setQueryData(REGISTRATION, changed),
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
    mutationFn: (body: { email?: string; days: number; password: string }) =>
      request<NewInvitation>('POST', '/api/admin/invitations/', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INVITATIONS }),
  });
}

/** Takes the administrator's own password. */
export function useRevokeInvitation(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      request('DELETE', `/api/admin/invitations/${id}/`, { body: { password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INVITATIONS }),
  });
}
