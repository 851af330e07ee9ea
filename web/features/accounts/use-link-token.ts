import { useLocation } from 'react-router';

/** The token of a one-time link, `#token=…`: behind the hash, where no server's log sees it. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token');
  return token === null || token === '' ? undefined : token;
}
