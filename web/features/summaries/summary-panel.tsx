import { ActionIcon, Button, Group, Skeleton } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { Lesson, SummaryLength } from '#contract/lessons.ts';
import { useCreateSummary, useIsSummarizing } from '#web/api-client/lesson-work.queries.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { describeModelUse } from '#web/ui/describe-model-use.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { useSummaryLength } from '#web/ui/use-summary-length.ts';
import { chooseSummary } from './choose-summary.ts';
import { writeSummaryAsText } from './summary-as-text.ts';
import { KeyTerms, SummaryText } from './summary-text.tsx';
import classes from './summary.module.css';

const SummaryEditor = lazy(async () => ({ default: (await import('./summary-editor.tsx')).SummaryEditor }));

/** Loaded apart, in the time that the lesson itself takes. */
const LazyLengthChoice = lazy(async () => ({ default: (await import('./length-choice.tsx')).LengthChoice }));

/** Short, medium or long: of the summary that is shown, or made next. */
function LengthChoice(props: ComponentProps<typeof LazyLengthChoice>) {
  return (
    <Suspense fallback={<Skeleton h={36} w={230} />}>
      <LazyLengthChoice {...props} />
    </Suspense>
  );
}

const NoSummary = lazy(async () => ({ default: (await import('./no-summary.tsx')).NoSummary }));

const MENU_ID = 'summary-menu';
const EDIT_ID = 'edit-summary';

/** The summary of a lesson with the evidence of each point, or a button to create it. */
export function SummaryPanel({
  lesson,
  isRunning,
  onOpen,
  ingest,
}: {
  lesson: Lesson;
  /** A summary is being created, here or elsewhere. */
  isRunning: boolean;
  onOpen: (evidence: Evidence) => void;
  /** Offers to read a document that was not read yet. */
  ingest: ReactNode;
}) {
  const { t, i18n } = useTranslation();
  const create = useCreateSummary(lesson);
  const isAsked = useIsSummarizing(lesson.id);
  const isSummarizing = isAsked || isRunning;
  const [length, setLength] = useSummaryLength();
  const [isConfirming, setIsConfirming] = useState(false);
  const requestFocus = useFocusRequest();
  const [isEditing, setIsEditing] = useState(false);
  const hasSummary = lesson.summary !== '' || lesson.summary_points.length > 0;
  const shown = chooseSummary(lesson, length);

  const summarize = async (wanted: SummaryLength, replacesEdits = false): Promise<void> => {
    if (!Number.isInteger(lesson.id)) {
      showToast('failure', t('lessons.missingLessonId'));
      return;
    }
    if (lesson.kind !== 'video' && lesson.document_source_id === null) {
      showToast('failure', t('lessons.missingDocumentSource'));
      return;
    }
    try {
      await create.mutateAsync({ length: wanted, replacesEdits });
      showToast('success', t('lessons.summaryCreated'));
    } catch (error) {
      showToast('failure', t('lessons.summaryFailed'), explainFailure(t, error));
    }
  };
  const closeDialog = (): void => {
    setIsConfirming(false);
    requestFocus(MENU_ID);
  };
  const chooseLength = (chosen: SummaryLength): void => {
    setLength(chosen);
    // A length that was written before is shown at once; a language model writes the others when they are asked for.
    if (!lesson.summaries.some((kept) => kept.length === chosen)) void summarize(chosen);
  };

  const copy = (): void => {
    const copied = shown === undefined ? lesson : { ...lesson, summary_points: shown.points };
    void copyText(writeSummaryAsText(copied, t('lessons.keyTerms')), {
      copied: t('lessons.copied'),
      notCopied: t('lessons.notCopied'),
      notCopiedHelp: t('lessons.notCopiedHelp'),
    });
  };

  if (!hasSummary) {
    return (
      <Suspense fallback={<Skeleton h={260} />}>
        <NoSummary
          lesson={lesson}
          isSummarizing={isSummarizing}
          length={length}
          onLength={setLength}
          onCreate={() => void summarize(length)}
          ingest={ingest}
        />
      </Suspense>
    );
  }
  if (isEditing && shown !== undefined) {
    return (
      <div className={classes.panel}>
        <Suspense>
          <SummaryEditor
            lesson={lesson}
            summary={shown}
            onClose={() => {
              setIsEditing(false);
              requestFocus(EDIT_ID);
            }}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={classes.panel}>
      <Group justify="flex-end" gap="xs" className={classes.toolbar}>
        <LengthChoice length={shown?.length ?? length} onChange={chooseLength} disabled={isSummarizing} />
        {shown !== undefined && (
          <Button
            id={EDIT_ID}
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
            disabled={isSummarizing}
            onClick={() => {
              setIsEditing(true);
            }}
          >
            {t('lessons.editSummary')}
          </Button>
        )}
        <ActionMenu
          id={MENU_ID}
          target={
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('lessons.summaryMenu')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          }
          groups={[
            [
              { label: t('lessons.copySummary'), icon: IconCopy, onClick: copy },
              {
                label: t('lessons.print'),
                icon: IconPrinter,
                onClick: () => window.print(),
              },
              ...(isSummarizing
                ? []
                : [
                    {
                      label: t('lessons.createAgain'),
                      icon: IconRefresh,
                      onClick: () => setIsConfirming(true),
                    },
                  ]),
            ],
          ]}
        />
      </Group>
      {isSummarizing && (
        <p className={classes.note} role="status">
          {t('lessons.summarizing')}
        </p>
      )}
      {typeof shown?.note === 'string' && (
        <p className={classes.note} dir="auto">
          {wordMessage(t, shown.note_coded, shown.note)}
        </p>
      )}
      <SummaryText lesson={lesson} shown={shown} onOpen={onOpen} />
      <KeyTerms lesson={lesson} onOpen={onOpen} />
      {shown?.model_use != null && (
        <p className={classes.use}>
          {t('lessons.summaryWrittenBy', { model: shown.model_use.model })}{' '}
          {describeModelUse(t, i18n.language, shown.model_use)}
        </p>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('lessons.createAgain')}
          text={t(shown?.is_edited === true ? 'lessons.createAgainEdited' : 'lessons.createAgainText')}
          confirmLabel={t('lessons.replaceSummary')}
          isWorking={false}
          failure={undefined}
          onConfirm={() => {
            closeDialog();
            void summarize(shown?.length ?? length, true);
          }}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}
