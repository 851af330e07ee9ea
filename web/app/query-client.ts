import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api-client/api-error.ts';

const RETRIES = 2;

/** What the server refused stays refused; what did not answer, or broke, may answer the next time. */
const isWorthARetry = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 500;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && isWorthARetry(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        // Lectern may run on this very machine, which a browser without network would not ask.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
