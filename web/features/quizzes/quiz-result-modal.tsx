import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { QuizResult } from './quiz-result.tsx';
import { useEditing } from './use-editing.ts';
import { PHONE } from '#web/ui/phone.ts';
import { useQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

/** "Generated Quiz Questions": a set just made, or a saved one. Closing one that is not saved asks first. */
export function QuizResultModal({
  questionSetId,
  fact,
  onClose,
}: {
  questionSetId: number;
  /** Opens the editor with a question on this fact. */
  fact?: LessonFact | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE);
  const [isAsking, setIsAsking] = useState(false);
  const [editing, editor] = useEditing(fact);
  const set = useQuestionSet(questionSetId);
  const requestClose = (): void => {
    const made = set.data?.question_set;
    if (made === undefined || made.saved_at !== null || made.question_count === 0 || isAsking) onClose();
    else setIsAsking(true);
  };
  return (
    <Modal
      opened
      onClose={editing.isOn ? editing.requestLeave : isAsking ? () => setIsAsking(false) : requestClose}
      title={t(editing.isOn ? 'quizzes.edit' : 'quizzes.resultTitle')}
      size={editing.isOn ? 1180 : 880}
      fullScreen={isPhone}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: classes.modalContent,
        title: classes.modalTitle,
        body: classes.resultBody,
        header: classes.modalHeader,
      }}
    >
      {set.isPending && (
        <Stack gap="md" pb="md">
          <VisuallyHidden role="status">{t('quizzes.loading')}</VisuallyHidden>
          {[40, 120, 120].map((height, place) => (
            <Skeleton key={place} height={height} />
          ))}
        </Stack>
      )}
      {set.isError && (
        <Failure
          message={t('quizzes.openFailed')}
          error={set.error}
          onRetry={() => void set.refetch()}
          isRetrying={set.isFetching}
        />
      )}
      {set.data !== undefined && (
        <QuizResult
          result={set.data}
          editing={editing}
          editor={editor}
          isAsking={isAsking}
          onRequestClose={requestClose}
          onKeepOpen={() => setIsAsking(false)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
