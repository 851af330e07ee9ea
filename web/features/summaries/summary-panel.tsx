import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '../../../contract/evidence.ts';
import type { Lesson } from '../../../contract/lessons.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { useCreateSummary, useIsSummarizing } from '../../api-client/lesson-work.queries.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EvidenceChip } from '../../ui/evidence-chip.tsx';
import { SummaryDrawing } from '../../ui/illustrations/summary.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { useSummaryLength } from '../../ui/use-summary-length.ts';
import { CopySummary } from './copy-summary.tsx';
import { KeyTerms } from './key-terms.tsx';
import { LengthChoice } from './length-choice.tsx';
import classes from './summary.module.css';

const AGAIN_ID = 'create-summary-again';

/** The summary of a lesson, point by point, each with the passage it rests on; or the way to one. */
export function SummaryPanel({
  lesson,
  isRunning,
  onOpen,
  ingest,
}: {
  lesson: Lesson;
  /** One is being made, asked for from wherever. */
  isRunning: boolean;
  onOpen: (evidence: Evidence) => void;
  /** Offers to read a document that was not read yet. */
  ingest: ReactNode;
}) {
  const { t } = useTranslation();
  const create = useCreateSummary(lesson);
  const isAsked = useIsSummarizing(lesson.id);
  const isSummarizing = isAsked || isRunning;
  const [length, setLength] = useSummaryLength();
  const [isConfirming, setIsConfirming] = useState(false);
  const requestFocus = useFocusRequest();
  const hasSummary = lesson.summary !== '' || lesson.summary_points.length > 0;

  const summarize = async (): Promise<void> => {
    if (!Number.isInteger(lesson.id)) {
      showToast('failure', t('lessons.missingLessonId'));
      return;
    }
    if (lesson.kind !== 'video' && lesson.docsource_id === null) {
      showToast('failure', t('lessons.missingDocumentSource'));
      return;
    }
    try {
      await create.mutateAsync(length);
      showToast('success', t('lessons.summaryCreated'));
    } catch (error) {
      showToast('failure', t('lessons.summaryFailed'), explainServiceError(error));
    }
  };
  const closeDialog = (): void => {
    setIsConfirming(false);
    requestFocus(AGAIN_ID);
  };

  if (!hasSummary) {
    const isUnread = lesson.kind !== 'video' && lesson.docsource_id === null;
    const isWaiting = lesson.kind === 'video' && lesson.audio_transcript === '';
    return (
      <div className={classes.panel}>
        <EmptyState
          drawing={<SummaryDrawing />}
          text={
            isUnread
              ? t('lessons.summaryNeedsDocument')
              : isWaiting
                ? t('lessons.summaryNeedsTranscript')
                : t('lessons.summaryEmpty')
          }
          action={
            <>
              {isUnread && ingest}
              {!isUnread && !isWaiting && (
                <LengthChoice length={length} onChange={setLength} disabled={isSummarizing} />
              )}
              <Button
                variant={isUnread || isWaiting ? 'default' : 'filled'}
                onClick={() => void summarize()}
                disabled={isSummarizing}
              >
                {isSummarizing ? t('lessons.summarizing') : t('lessons.createSummary')}
              </Button>
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
  return (
    <div className={classes.panel}>
      <Group justify="flex-end" gap="xs" className={classes.toolbar}>
        <LengthChoice length={length} onChange={setLength} disabled={isSummarizing} />
        <CopySummary lesson={lesson} />
        <Button
          id={AGAIN_ID}
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
          disabled={isSummarizing}
          onClick={() => {
            setIsConfirming(true);
          }}
        >
          {isSummarizing ? t('lessons.summarizing') : t('lessons.createAgain')}
        </Button>
      </Group>
      {lesson.summary_note !== null && (
        <p className={classes.note} dir="auto">
          {lesson.summary_note}
        </p>
      )}
      <SummaryText lesson={lesson} onOpen={onOpen} />
      <KeyTerms lesson={lesson} onOpen={onOpen} />
      {isConfirming && (
        <ConfirmDialog
          title={t('lessons.createAgain')}
          text={t('lessons.createAgainText')}
          confirmLabel={t('lessons.replaceSummary')}
          isWorking={false}
          failure={undefined}
          onConfirm={() => {
            closeDialog();
            void summarize();
          }}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}

function SummaryText({ lesson, onOpen }: { lesson: Lesson; onOpen: (evidence: Evidence) => void }) {
  if (lesson.summary_points.length === 0) {
    return (
      <div className={`reading ${classes.plain ?? ''}`} dir="auto">
        {lesson.summary
          .split(/\n+/)
          .filter((paragraph) => paragraph.trim() !== '')
          .map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
      </div>
    );
  }
  return (
    <ol className={`reading ${classes.points ?? ''}`}>
      {lesson.summary_points.map(({ text, evidence }, index) => (
        <li key={index}>
          <bdi>{text}</bdi> <EvidenceChip lessonId={lesson.id} evidence={evidence} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}
