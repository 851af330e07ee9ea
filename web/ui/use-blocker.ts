import { useEffect, useState } from 'react';
import { browserHistory, type NavigationGuard } from './browser-history.ts';
import { useLatest } from './use-latest.ts';

export type Blocker =
  | { state: 'unblocked'; proceed?: undefined; reset?: undefined }
  | { state: 'blocked'; proceed: () => void; reset: () => void };

const UNBLOCKED: Blocker = { state: 'unblocked' };

/** Holds a navigation within the app for as long as `isBlocking`, until `proceed` continues or `reset` forgets it. */
export function useBlocker(isBlocking: NavigationGuard['isBlocking']): Blocker {
  const [blocker, setBlocker] = useState<Blocker>(UNBLOCKED);
  const latest = useLatest(isBlocking);
  useEffect(
    () =>
      browserHistory.guard({
        isBlocking: (navigation) => latest.current(navigation),
        onBlocked: (proceed) => {
          const reset = (): void => setBlocker(UNBLOCKED);
          setBlocker({
            state: 'blocked',
            reset,
            proceed: () => {
              reset();
              proceed();
            },
          });
        },
      }),
    [latest],
  );
  return blocker;
}
