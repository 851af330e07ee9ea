import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '#web/ui/use-latest.ts';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import type { PendingEdit } from './kept-edits.ts';
import { loadStudio, type LoadedStudio } from './load-studio.ts';

export interface OpenedStudio {
  readonly loaded: LoadedStudio | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Loads the newest version. Edits that are not stored are made again where their lines are the same. */
  readonly reload: () => void;
}

/** The last edits of the studio that was left, on their way to the server. */
let leaving = Promise.resolve();

/** The transcript of a lesson in the studio, for as long as it is open. `onLeft` gets its lines, and when its edits are sent. */
export function useStudio(
  lessonId: number,
  onLeft: (cues: readonly Cue[], sent: Promise<void>) => void,
): OpenedStudio {
  const [loaded, setLoaded] = useState<LoadedStudio>();
  const [error, setError] = useState<unknown>();
  const [isLoading, setIsLoading] = useState(true);
  const current = useRef<LoadedStudio>(undefined);
  const visit = useRef(0);
  const latestOnLeft = useLatest(onLeft);

  const load = useCallback(
    async (unsent: readonly PendingEdit[]): Promise<void> => {
      visit.current += 1;
      const mine = visit.current;
      try {
        // Opened again at once, it must not show the lines as they were before those edits.
        await leaving;
        const next = await loadStudio(lessonId, unsent);
        if (mine !== visit.current) {
          next.studio.close();
          return;
        }
        current.current?.studio.discard();
        current.current = next;
        setLoaded(next);
        setError(undefined);
      } catch (failure) {
        if (mine === visit.current) setError(failure);
      }
      if (mine === visit.current) setIsLoading(false);
    },
    [lessonId],
  );

  useEffect(() => {
    // In a separate task, so that a page that is left at once, as in React's strict mode, loads nothing.
    const start = setTimeout(() => void load([]));
    return () => {
      clearTimeout(start);
      visit.current += 1;
      const { studio } = current.current ?? {};
      current.current = undefined;
      if (studio === undefined) return;
      leaving = studio.flush().finally(() => studio.close());
      const { current: sayLeft } = latestOnLeft;
      sayLeft(studio.getState().cues, leaving);
    };
  }, [load, latestOnLeft]);

  return {
    loaded,
    error,
    isLoading,
    reload: () => {
      setIsLoading(true);
      void load(current.current?.studio.listPending().pending ?? []);
    },
  };
}
