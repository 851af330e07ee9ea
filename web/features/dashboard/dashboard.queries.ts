import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from '#contract/dashboard.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';

/** The four figures. */
export const useDashboard = () =>
  useQuery({
    queryKey: queryKeys.dashboard,
    queryFn: ({ signal }) => request<Dashboard>('GET', '/api/dashboard/', { signal }),
    // Lessons, quizzes and chats change them from many screens.
    refetchOnMount: 'always',
  });
