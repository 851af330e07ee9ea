import { useCallback, useEffect, useState } from 'react';
import type { StudentAttempt } from '#contract/attempts.ts';
import { call, Refusal } from './call.ts';

interface AttemptTime {
  readonly deadline: string | null;
  readonly serverTime: string;
}

/** The time of an attempt. It is read again when the page is shown: its stopwatch may stand still while a device sleeps. */
export function useAttemptTime(
  token: string,
  attempt: StudentAttempt,
  { onSubmitted, onLost }: { onSubmitted: (attempt: StudentAttempt) => void; onLost: () => void },
): AttemptTime & { set: (time: AttemptTime) => void; refresh: () => void } {
  const [time, set] = useState<AttemptTime>({
    deadline: attempt.deadline_at,
    serverTime: attempt.server_time,
  });
  const refresh = useCallback(() => {
    call<StudentAttempt>('GET', '/api/attempt/', { token }).then(
      (now) => {
        // On another device, or when the time was up.
        if (now.submitted_at !== null) onSubmitted(now);
        else set({ deadline: now.deadline_at, serverTime: now.server_time });
      },
      (error: unknown) => {
        // Without a connection the page continues, and says so once an answer waits.
        if (error instanceof Refusal && error.status === 401) onLost();
      },
    );
  }, [token, onSubmitted, onLost]);
  useEffect(() => {
    const refreshWhenShown = (): void => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', refreshWhenShown);
    return () => {
      document.removeEventListener('visibilitychange', refreshWhenShown);
    };
  }, [refresh]);
  return { ...time, set, refresh };
}
