import { Button, Group, Text } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '../../../contract/evidence.ts';
import type { Lesson } from '../../../contract/lessons.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EvidenceChip } from '../../ui/evidence-chip.tsx';
import { SummaryDrawing } from '../../ui/illustrations/summary.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { useCreateSummary, useIsSummarizing } from './summaries.queries.ts';
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
      await create.mutateAsync();
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
      <SummaryText lesson={lesson} onOpen={onOpen} />
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

function CopySummary({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    const points = lesson.summary_points.map(({ text }, index) => `${index + 1}. ${text}`);
    try {
      await navigator.clipboard.writeText(points.length > 0 ? points.join('\n') : lesson.summary);
      showToast('success', t('lessons.copied'));
    } catch {
      showToast('failure', t('lessons.notCopied'), t('lessons.notCopiedHelp'));
    }
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
      onClick={() => void copy()}
    >
      {t('lessons.copySummary')}
    </Button>
  );
}
