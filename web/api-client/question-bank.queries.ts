import { useQuery } from '@tanstack/react-query';
import type { QuestionBank } from '#contract/question-bank.ts';
import { useIsLive } from './live-connection.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

const PREPARING_MILLISECONDS = 4_000;
/** Events say when a queued preparation begins; this is for one that was missed. */
const WAITING_MILLISECONDS = 20_000;

/** The whole bank of a lesson; asked for again every few seconds while questions are being prepared. */
export function useQuestionBank(lessonId: number | null) {
  const isLive = useIsLive();
  return useQuery({
    queryKey: queryKeys.questionBank(lessonId ?? 0),
    queryFn: ({ signal }) =>
      request<QuestionBank>('GET', `/api/lessons/${lessonId ?? 0}/question-bank/`, { signal }),
    enabled: lessonId !== null,
    refetchInterval: ({ state }) => {
      const status = state.data?.bank.status;
      if (status === 'preparing') return PREPARING_MILLISECONDS;
      if (status === 'waiting') return isLive ? WAITING_MILLISECONDS : PREPARING_MILLISECONDS;
      return false;
    },
  });
}
