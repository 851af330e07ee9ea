import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, AccountApiKey, AccountSession, ProfileChange, User } from '#contract/accounts.ts';
import type { TwoFactorState } from '#contract/sign-in.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { fetcherOf, request } from '#web/api-client/request.ts';
import { keepApiKey, keepUser } from '#web/api-client/session.ts';

export const ACCOUNT = '/api/auth/account/';
export const SESSIONS = '/api/auth/sessions/';
export const API_KEYS = '/api/auth/api-keys/';
export const TWO_FACTOR = '/api/auth/two-factor/';

/** Your account and how much is in it, as it is now: people decide by it whether to delete it. */
export const useAccount = () =>
  useQuery({ queryKey: queryKeys.account, queryFn: fetcherOf<Account>(ACCOUNT), staleTime: 0 });

export const useSessions = () =>
  useQuery({ queryKey: queryKeys.sessions, queryFn: fetcherOf<AccountSession[]>(SESSIONS), staleTime: 0 });

export const useApiKeys = () =>
  useQuery({ queryKey: queryKeys.apiKeys, queryFn: fetcherOf<AccountApiKey[]>(API_KEYS), staleTime: 0 });

export const useTwoFactorState = () =>
  useQuery({
    queryKey: queryKeys.twoFactor,
    queryFn: fetcherOf<TwoFactorState>(TWO_FACTOR),
    refetchOnMount: 'always',
  });

export function useChangeProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileChange) => request<User>('PATCH', ACCOUNT, { body }),
    onSuccess: (user) => {
      keepUser(user);
      return queryClient.invalidateQueries({ queryKey: queryKeys.account });
    },
  });
}

interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
  readonly revoke_api_keys: boolean;
}

/** If the key that this browser uses was replaced, the browser stores the new one. */
type ReplacedKey = { api_key: string } | undefined;

/** Every other session ends with it, so what the page shows of sessions and keys is fetched again. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) => request<ReplacedKey>('POST', '/api/auth/password/', { body }),
    onSuccess: (answer) => {
      if (answer !== undefined) keepApiKey(answer.api_key);
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
      void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys });
    },
  });
}

/** Ends a session or revokes a key. Succeeds if that was already done elsewhere. */
export async function endAccess(path: string, password: string): Promise<void> {
  try {
    const answer = await request<ReplacedKey>('DELETE', path, { body: { password } });
    if (answer !== undefined) keepApiKey(answer.api_key);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
