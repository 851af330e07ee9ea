import { Text } from '@mantine/core';
import { useState, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ApiError } from '#web/api-client/api-error.ts';
import studio from '#web/locales/en/studio.json';
import { addTexts } from '#web/ui/add-texts.ts';
import { Failure } from '#web/ui/failure.tsx';
import { readId } from '#web/ui/read-id.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { DoneButton } from './studio-toolbar.tsx';
import type { StudioClock } from './studio-clock.ts';
import { StudioPanel } from './studio-panel.tsx';
import { useCorrectLesson } from './studio.queries.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import type { PendingEdit } from './kept-edits.ts';
import { loadStudio, type LoadedStudio } from './load-studio.ts';

interface OpenedStudio {
  readonly loaded: LoadedStudio | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Loads the newest version. Edits that are not stored are made again where their lines are the same. */
  readonly reload: () => void;
}

/** The last edits of the studio that was left, on their way to the server. */
let leaving = Promise.resolve();

/** The transcript of a lesson in the studio, for as long as it is open. `onLeft` gets its lines, and when its edits are sent. */
function useStudio(
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

addTexts({ studio });

/** In place of the transcript to read. `?line=` opens a line, the state of the address a word of it. */
export function TranscriptStudio({ lessonId, clock }: { lessonId: number; clock: StudioClock }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const { state: word } = useLocation() as { state: { start?: number; end?: number } | null };
  const { loaded, error, isLoading, reload } = useStudio(lessonId, useCorrectLesson(lessonId));
  const [first, setFirst] = useState(() => {
    const line = readId(parameters.get('line') ?? '');
    return line === undefined ? undefined : { index: line - 1, start: word?.start ?? 0, end: word?.end ?? 0 };
  });
  if (error !== undefined) {
    return (
      <div style={{ padding: 16 }}>
        <Failure
          message={explainFailure(t, error, t('studio.failed'))}
          error={error}
          {...(canHelp(error) ? { onRetry: reload, isRetrying: isLoading } : {})}
        />
        <DoneButton lessonId={lessonId} />
      </div>
    );
  }
  if (loaded === undefined) {
    return (
      <Text role="status" c="dimmed" size="sm" p="md">
        {t('studio.loading')}
      </Text>
    );
  }
  return (
    <StudioPanel
      key={loaded.transcript.version}
      lessonId={lessonId}
      loaded={loaded}
      first={first}
      clock={clock}
      isLoading={isLoading}
      onReload={() => {
        // A newer version opens where the video is.
        setFirst(undefined);
        reload();
      }}
    />
  );
}

/** A lesson without a transcript that has times stays one, however often it is asked for. */
const canHelp = (error: unknown): boolean => !(error instanceof ApiError && error.status === 409);
