import { QueryClient } from '@tanstack/react-query';
import { isWorthARetry, retryDelayMilliseconds } from './query-retries.ts';

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
