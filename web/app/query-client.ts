import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api-client/api-error.ts';

const RETRIES = 2;
/** After this time the user is asked whether to wait. */
const LONGEST_WAIT_SECONDS = 10;

/**
 * Whether a call that read something is made again: what the server refused stays refused; what did not answer, or broke, may
 * answer the next time; what is too much at the moment may be had once the time that the server names is over.
 * @param failures how often it failed before this time
 */
export function isWorthARetry(failures: number, error: Error): boolean {
  if (failures >= RETRIES) return false;
  if (!(error instanceof ApiError)) return true;
  if ((error.retryAfterSeconds ?? 0) > LONGEST_WAIT_SECONDS) return false;
  return error.status >= 500 || (error.status === 429 && error.retryAfterSeconds !== undefined);
}

/** The delay in milliseconds, at least what the server requested. */
export function retryDelayMilliseconds(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(400 * 2 ** failures, asked * 1000);
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: isWorthARetry,
        retryDelay: retryDelayMilliseconds,
        // Lectern may run on this very machine, which a browser without network would not ask.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
