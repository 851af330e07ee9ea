import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { Activity } from '../../../contract/activity.ts';
import { useIsLive } from '../../api-client/live-connection.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';
import { paths } from '../../ui/paths.ts';

const ASK_AGAIN_MILLISECONDS = 5_000;

const isUnderWay = ({ status }: Activity): boolean => status === 'queued' || status === 'running';

const ACTIVITY = {
  queryKey: queryKeys.activity,
  queryFn: ({ signal }: { signal: AbortSignal }) => request<Activity[]>('GET', '/api/activity/', { signal }),
};

/** Work on the account's lessons as it is now, newest first; none when the server does not answer. */
export const fetchActivity = (queryClient: QueryClient): Promise<Activity[]> =>
  queryClient.query({ ...ACTIVITY, staleTime: 0 }).catch(() => []);

/** Where what was made of the lesson is found. */
export const placeOf = ({ work, lesson_id: lessonId }: Pick<Activity, 'work' | 'lesson_id'>): string =>
  work === 'question_bank' ? paths.questionBank(lessonId) : paths.lesson(lessonId);

/** Work on one's lessons, newest first; asked for again while some is under way and no events arrive. */
export function useActivity() {
  const isLive = useIsLive();
  return useQuery({
    ...ACTIVITY,
    refetchInterval: ({ state }) =>
      !isLive && state.data?.some(isUnderWay) === true ? ASK_AGAIN_MILLISECONDS : false,
  });
}

export const listUnderWay = (activities: readonly Activity[]): Activity[] => activities.filter(isUnderWay);
