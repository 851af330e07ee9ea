import { useQuery } from '@tanstack/react-query';
import type { Activity } from '../../../contract/activity.ts';
import { useIsLive } from '../../api-client/live-connection.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';

const ASK_AGAIN_MILLISECONDS = 5_000;

const isUnderWay = ({ status }: Activity): boolean => status === 'queued' || status === 'running';

/** Work on one's lessons, newest first; asked for again while some is under way and no events arrive. */
export function useActivity() {
  const isLive = useIsLive();
  return useQuery({
    queryKey: queryKeys.activity,
    queryFn: ({ signal }) => request<Activity[]>('GET', '/api/activity/', { signal }),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.some(isUnderWay) === true ? ASK_AGAIN_MILLISECONDS : false,
  });
}

export const listUnderWay = (activities: readonly Activity[]): Activity[] => activities.filter(isUnderWay);
