import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson, SummaryLength } from '#contract/lessons.ts';
import { ModelNote } from '#web/ui/connect-model-hint.tsx';
import { hasNoSpeech } from '#web/ui/has-no-speech.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SummaryDrawing } from '#web/ui/illustrations/summary.tsx';
import { LengthChoice } from './length-choice.tsx';
import classes from './summary.module.css';

/** Creates the first summary, or says what has to come before it. */
export function NoSummary({
  lesson,
  isSummarizing,
  length,
  onLength,
  onCreate,
  ingest,
}: {
  lesson: Lesson;
  isSummarizing: boolean;
  length: SummaryLength;
  onLength: (length: SummaryLength) => void;
  onCreate: () => void;
  ingest: ReactNode;
}) {
  const { t } = useTranslation();
  const isUnread = lesson.kind !== 'video' && lesson.document_source_id === null;
  const isWaiting = lesson.kind === 'video' && lesson.audio_transcript === '';
  const isSilent = hasNoSpeech(lesson);
  return (
    <div className={classes.panel}>
      <EmptyState
        drawing={<SummaryDrawing />}
        text={
          isUnread
            ? t('lessons.summaryNeedsDocument')
            : isSilent
              ? t('lessons.summaryWithoutSpeech')
              : isWaiting
                ? t('lessons.summaryNeedsTranscript')
                : t('lessons.summaryEmpty')
        }
        action={
          <>
            {isUnread && ingest}
            {!isUnread && !isWaiting && (
              <LengthChoice length={length} onChange={onLength} disabled={isSummarizing} />
            )}
            {!isSilent && (
              <Button
                variant={isUnread || isWaiting ? 'default' : 'filled'}
                onClick={onCreate}
                disabled={isSummarizing}
              >
                {isSummarizing ? t('lessons.summarizing') : t('lessons.createSummary')}
              </Button>
            )}
            {!isUnread && !isWaiting && <ModelNote place="summary" />}
            {isSummarizing && (
              <Text size="sm" c="dimmed" role="status">
                {t('lessons.mayLeaveSummary')}
              </Text>
            )}
          </>
        }
      />
    </div>
  );
}
