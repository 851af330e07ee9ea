import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecoveryCodes, TwoFactorEnabled, TwoFactorSetup, TwoFactorState } from '#contract/sign-in.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { keepApiKey, setTwoFactorSetupRequired } from '#web/api-client/session.ts';

const PATH = '/api/auth/two-factor/';

/** Password, and a code where the account has a second factor already. */
export interface Proof {
  readonly password: string;
  readonly code?: string;
}

/** How the account is protected. */
export const useTwoFactorState = () =>
  useQuery({
    queryKey: queryKeys.twoFactor,
    queryFn: ({ signal }) => request<TwoFactorState>('GET', PATH, { signal }),
    refetchOnMount: 'always',
  });

export function useForgetTwoFactorState(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.twoFactor });
}

export const beginTwoFactor = (proof: Proof): Promise<TwoFactorSetup> =>
  request<TwoFactorSetup>('POST', `${PATH}setup/`, { body: proof });

/** Turns it on, and opens what was closed until then. Returns the recovery codes. */
export async function confirmTwoFactor(code: string): Promise<string[]> {
  const enabled = await request<TwoFactorEnabled>('POST', `${PATH}confirm/`, { body: { code } });
  keepApiKey(enabled.api_key);
  setTwoFactorSetupRequired(false);
  return enabled.recovery_codes;
}

export const renewRecoveryCodes = async (proof: Proof): Promise<string[]> =>
  (await request<RecoveryCodes>('POST', `${PATH}recovery-codes/`, { body: proof })).recovery_codes;

export const turnOffTwoFactor = (proof: Proof): Promise<undefined> =>
  request('DELETE', PATH, { body: proof });
