import { Text } from '@mantine/core';
import { useState } from 'react';
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
import { useStudio } from './use-studio.ts';

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
