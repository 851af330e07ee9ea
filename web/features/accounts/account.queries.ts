import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Account,
  AccountApiKey,
  AccountSession,
  NewApiKey,
  ProfileChange,
  User,
} from '#contract/accounts.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { clearSession, keepApiKey, keepUser } from '#web/api-client/session.ts';

const ACCOUNT = '/api/auth/account/';
const SESSIONS = '/api/auth/sessions/';
const API_KEYS = '/api/auth/api-keys/';

/** Your account and how much is in it, as it is now: people decide by it whether to delete it. */
export const useAccount = () =>
  useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => request<Account>('GET', ACCOUNT, { signal }),
    staleTime: 0,
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

export interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
  readonly revoke_api_keys: boolean;
}

/** Every other session ends with it, so what the page shows of sessions and keys is fetched again. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) =>
      request<{ api_key: string } | undefined>('POST', '/api/auth/password/', { body }),
    onSuccess: (answer) => {
      if (answer !== undefined) keepApiKey(answer.api_key);
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
      void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys });
    },
  });
}

/** Ended or revoked already, elsewhere: the result is the same. */
function ignoreGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

export const useSessions = () =>
  useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => request<AccountSession[]>('GET', SESSIONS, { signal }),
    staleTime: 0,
  });

/** Ends one session, or all others when no id is given. */
export function useEndSessions(id: string | undefined) {
  const queryClient = useQueryClient();
  const path = id === undefined ? SESSIONS : `${SESSIONS}${id}/`;
  return useMutation({
    mutationFn: (password: string) => request('DELETE', path, { body: { password } }).catch(ignoreGone),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

export const useApiKeys = () =>
  useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => request<AccountApiKey[]>('GET', API_KEYS, { signal }),
    staleTime: 0,
  });

export interface ApiKeyRequest {
  readonly name: string;
  /** An ISO 8601 instant; null: never. */
  readonly expires_at: string | null;
  readonly password: string;
}

export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyRequest) => request<NewApiKey>('POST', API_KEYS, { body }),
    // Once the dialog has shown it, the key is not kept anywhere.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  });
}

export function useRevokeApiKey(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      request<{ api_key: string } | undefined>('DELETE', `${API_KEYS}${id}/`, { body: { password } }).catch(
        ignoreGone,
      ),
    onSuccess: (answer) => {
      // The key that this browser uses was replaced.
      if (answer !== undefined) keepApiKey(answer.api_key);
      return queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys });
    },
  });
}

/** Deletes the account, and leads to the login page, which says so. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (password: string) => request('DELETE', ACCOUNT, { body: { password } }),
    onSuccess: () => {
      clearSession({ deleted: true });
    },
  });
