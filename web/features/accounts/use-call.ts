import { useCallback, useState } from 'react';

/** Calls on request and keeps what came of it. Without React Query, which no other public page loads. */
export function useCall<Answer>(
  send: () => Promise<Answer>,
  onDone: (answer: Answer) => void,
): { call: () => void; isWorking: boolean; error: Error | null } {
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const call = useCallback((): void => {
    setWorking(true);
    setError(null);
    send().then(onDone, (failure: unknown) => {
      setWorking(false);
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    });
  }, [send, onDone]);
  return { call, isWorking, error };
}
