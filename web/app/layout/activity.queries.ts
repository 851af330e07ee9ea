import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { Activity } from '#contract/activity.ts';
import { useIsLive } from '#web/api-client/live-connection.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { paths } from '#web/ui/paths.ts';

const ASK_AGAIN_MILLISECONDS = 5_000;

const isUnderWay = ({ status }: Activity): boolean => status === 'queued' || status === 'running';

const ACTIVITY = {
  queryKey: queryKeys.activity,
  queryFn: ({ signal }: { signal: AbortSignal }) => request<Activity[]>('GET', '/api/activity/', { signal }),
};

/** Work on the account's lessons as it is now, newest first; none when the server does not answer. */
export const fetchActivity = (queryClient: QueryClient): Promise<Activity[]> =>
  queryClient.query({ ...ACTIVITY, staleTime: 0 }).catch(() => []);

/** The page that shows the result of the work. */
export const placeOf = ({ work, lesson_id: lessonId }: Pick<Activity, 'work' | 'lesson_id'>): string =>
  work === 'question_bank' ? paths.questionBank(lessonId) : paths.lesson(lessonId);

/** Work on the user's lessons, newest first, polled while some is running and no events arrive. */
export function useActivity() {
  const isLive = useIsLive();
  return useQuery({
    ...ACTIVITY,
    refetchInterval: ({ state }) =>
      !isLive && state.data?.some(isUnderWay) === true ? ASK_AGAIN_MILLISECONDS : false,
  });
}

export const listUnderWay = (activities: readonly Activity[]): Activity[] => activities.filter(isUnderWay);
