import { useLocation } from 'react-router';

/** What a mailed link brings to the registration form, `#verification=…&email=…`. */
export interface RegistrationProof {
  readonly verification: string;
  readonly email: string;
}

export function useRegistrationProof(): RegistrationProof | undefined {
  const { hash } = useLocation();
  const parameters = new URLSearchParams(hash.slice(1));
  const verification = parameters.get('verification') ?? '';
  return verification === '' ? undefined : { verification, email: parameters.get('email') ?? '' };
}

/** The token of a one-time link, `#token=…`: behind the hash, where no server's log sees it. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token');
  return token === null || token === '' ? undefined : token;
}
