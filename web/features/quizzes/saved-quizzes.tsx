import { Alert, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSet } from '../../../contract/quizzes.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { QuestionSheetDrawing } from '../../ui/illustrations/question-sheet.tsx';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { downloadQuestionSet } from './download-question-set.ts';
import { menuButtonIdOf, QuestionSetRow, type QuestionSetAction } from './question-set-row.tsx';
import {
  useDeleteQuestionSet,
  useReadQuestionSet,
  useSavedQuestionSets,
  useUnsavedQuestionSets,
} from './quizzes.queries.ts';
import classes from './quizzes.module.css';
import { RenameQuizDialog } from './rename-quiz-dialog.tsx';

const HEADING_ID = 'saved-quizzes';

/** The quizzes that were saved, and those of this browser that may still be. */
export function SavedQuizzes({ onOpen }: { onOpen: (questionSetId: number) => void }) {
  const { t } = useTranslation();
  const saved = useSavedQuestionSets();
  const unsaved = useUnsavedQuestionSets();
  const read = useReadQuestionSet();
  const remove = useDeleteQuestionSet();
  const focus = useFocusRequest();
  const [dialog, setDialog] = useState<{ kind: 'rename' | 'delete'; set: QuestionSet }>();

  const act = (action: QuestionSetAction, set: QuestionSet): void => {
    if (action === 'open') onOpen(set.id);
    else if (action === 'download') read.mutate(set.id, { onSuccess: downloadQuestionSet });
    else setDialog({ kind: action, set });
  };
  const closeDialog = (): void => {
    setDialog(undefined);
    remove.reset();
    if (dialog !== undefined) focus(menuButtonIdOf(dialog.set.id));
  };
  return (
    <section aria-labelledby={HEADING_ID}>
      <Title order={2} id={HEADING_ID} tabIndex={-1} mb="xs">
        {t('quizzes.savedQuizzes')}
      </Title>
      {read.isError && (
        <Alert color="red" role="alert" mb="sm">
          {t('quizzes.downloadFailed', { error: explainServiceError(read.error) })}
        </Alert>
      )}
      {saved.isPending && <Waiting />}
      {saved.isError && (
        <Failure
          message={t('quizzes.listFailed')}
          error={saved.error}
          onRetry={() => void saved.refetch()}
          isRetrying={saved.isFetching}
        />
      )}
      {saved.data?.length === 0 && (
        <EmptyState drawing={<QuestionSheetDrawing />} text={t('quizzes.noneSaved')} />
      )}
      <ul className={classes.list}>
        {saved.data?.map((set) => (
          <QuestionSetRow key={set.id} set={set} onAction={act} />
        ))}
      </ul>
      {unsaved.data !== undefined && unsaved.data.length > 0 && (
        <>
          <Title order={3} mt="xl">
            {t('quizzes.notSavedYet')}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {t('quizzes.keptSevenDays')}
          </Text>
          <ul className={classes.list}>
            {unsaved.data.map((set) => (
              <QuestionSetRow key={set.id} set={set} onAction={act} />
            ))}
          </ul>
        </>
      )}
      {dialog?.kind === 'rename' && <RenameQuizDialog set={dialog.set} onClose={closeDialog} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('quizzes.deleteTitle')}
          text={t('quizzes.deleteText', { name: dialog.set.name })}
          confirmLabel={t('quizzes.deleteQuiz')}
          isWorking={remove.isPending}
          failure={remove.isError ? t('quizzes.deleteFailed') : undefined}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(dialog.set.id, {
              onSuccess: () => {
                setDialog(undefined);
                focus(HEADING_ID);
              },
            })
          }
          onClose={closeDialog}
        />
      )}
    </section>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <VisuallyHidden role="status">{t('quizzes.loadingSaved')}</VisuallyHidden>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={56} />
      ))}
    </Stack>
  );
}
