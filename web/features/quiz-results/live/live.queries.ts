import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveAttempt, LiveQuiz } from '#contract/shared-quizzes.ts';
import { request } from '#web/api-client/request.ts';
import { followStream } from '#web/api-client/server-events.ts';

const keyOf = (sharedQuizId: number): readonly unknown[] => ['live-quiz', sharedQuizId];
const pathOf = (sharedQuizId: number): string => `/api/shared-quizzes/${sharedQuizId}/`;

/** An answer that was on its way while an event arrived is older than the event. */
function keepNewer(before: unknown, after: unknown): unknown {
  const [known, next] = [before as LiveQuiz | undefined, after as LiveQuiz];
  const knownOf = new Map(known?.attempts.map((attempt) => [attempt.id, attempt]));
  return {
    ...next,
    attempts: next.attempts.map((attempt) => {
      const earlier = knownOf.get(attempt.id);
      return earlier !== undefined && earlier.seen_at > attempt.seen_at ? earlier : attempt;
    }),
  };
}

export const useLiveQuiz = (sharedQuizId: number) =>
  useQuery({
    queryKey: keyOf(sharedQuizId),
    queryFn: ({ signal }) => request<LiveQuiz>('GET', `${pathOf(sharedQuizId)}live/`, { signal }),
    structuralSharing: keepNewer,
    staleTime: 0,
  });

/** Updates the live quiz from its events. Returns whether they arrive. */
export function useLiveEvents(sharedQuizId: number): boolean {
  const queryClient = useQueryClient();
  const [isConnected, setIsConnected] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const update = (attempt: LiveAttempt): void => {
      queryClient.setQueryData<LiveQuiz>(keyOf(sharedQuizId), (live) => {
        if (live === undefined) return undefined;
        const isKnown = live.attempts.some(({ id }) => id === attempt.id);
        const attempts = isKnown
          ? live.attempts.map((each) => (each.id === attempt.id ? attempt : each))
          : [...live.attempts, attempt];
        return { ...live, attempts };
      });
    };
    void followStream(
      `${pathOf(sharedQuizId)}events/`,
      {
        onEvent: (name, data) => {
          if (name === 'attempt') update(JSON.parse(data) as LiveAttempt);
        },
        onConnection: (connected) => {
          setIsConnected(connected);
          // The stream starts now: what happened before it comes with the answer.
          if (connected) void queryClient.invalidateQueries({ queryKey: keyOf(sharedQuizId) });
        },
      },
      controller.signal,
    );
    return () => {
      controller.abort();
    };
  }, [queryClient, sharedQuizId]);
  return isConnected;
}

export type LiveAction =
  | { kind: 'extend'; minutes: number; attemptId?: number }
  | { kind: 'reset'; attemptId: number }
  | { kind: 'close' | 'reopen'; closesAt: string | null };

/** What the instructor does while a quiz runs. */
export function useLiveAction(sharedQuizId: number) {
  const queryClient = useQueryClient();
  const path = pathOf(sharedQuizId);
  return useMutation({
    mutationFn: async (action: LiveAction): Promise<void> => {
      if (action.kind === 'extend') {
        const of = action.attemptId === undefined ? '' : `attempts/${action.attemptId}/`;
        await request('POST', `${path}${of}extend/`, { body: { minutes: action.minutes } });
      } else if (action.kind === 'reset') await request('DELETE', `${path}attempts/${action.attemptId}/`);
      else await request('PATCH', path, { body: { closes_at: action.closesAt } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(sharedQuizId) }),
  });
}
