import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { RegistrationOptions } from '#contract/administration.ts';
import { request } from '#web/api-client/request.ts';

/**
 * Who may register and how a password is reset: undefined until the answer is here, null when it does not come. Then the
 * forms are shown all the same, and the server decides.
 */
export function useRegistrationOptions(): RegistrationOptions | null | undefined {
  const [options, setOptions] = useState<RegistrationOptions | null>();
  useEffect(() => {
    const leaving = new AbortController();
    request<RegistrationOptions>('GET', '/api/auth/registration/', { signal: leaving.signal }).then(
      setOptions,
      () => {
        if (!leaving.signal.aborted) setOptions(null);
      },
    );
    return () => leaving.abort();
  }, []);
  return options;
}

/** The token of a one-time link, `#token=…`: after the hash, so that it appears in no server log. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token');
  return token === null || token === '' ? undefined : token;
}
