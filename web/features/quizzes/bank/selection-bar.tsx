import { Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { QUESTION_COUNT_MAXIMUM } from '#contract/question-kinds.ts';
import { Failure } from '#web/ui/failure.tsx';
import { AddToQuizDialog } from './add-to-quiz-dialog.tsx';
import { ADD_TO_QUIZ_ID, SELECT_SHOWN_ID } from './bank-ids.ts';
import { useQuestionsFromBank } from './question-bank.queries.ts';
import classes from './question-bank.module.css';

/** What can be done with the selected questions; there while some are selected. */
export function SelectionBar({
  lessonId,
  candidateIds,
  focus,
  onClear,
  onQuizMade,
}: {
  lessonId: number;
  /** In the order in which the quiz is to ask them. */
  candidateIds: readonly number[];
  focus: (id: string) => void;
  onClear: () => void;
  onQuizMade: (questionSetId: number) => void;
}) {
  const { t } = useTranslation();
  const create = useQuestionsFromBank(lessonId);
  const [isAdding, setIsAdding] = useState(false);
  const count = candidateIds.length;
  const over = count - QUESTION_COUNT_MAXIMUM;
  const clear = (): void => {
    onClear();
    focus(SELECT_SHOWN_ID);
  };
  return (
    <section className={classes.selection} data-bottom-bar aria-label={t('bank.selection')}>
      {create.isError && (
        <Failure
          message={t('bank.createFailed', { error: explainFailure(t, create.error) })}
          error={create.error}
        />
      )}
      {over > 0 && (
        <Text size="sm" role="alert">
          {t('bank.tooMany', { maximum: QUESTION_COUNT_MAXIMUM, over })}
        </Text>
      )}
      <div className={classes.selectionRow}>
        <IconButton
          icon={IconX}
          hint={t('bank.clearSelection')}
          label={t('bank.clearSelection')}
          onClick={clear}
        />
        <Text size="sm" fw={500} role="status" className={classes.selectedCount}>
          {t('bank.selected', { count })}
        </Text>
        <Button
          id={ADD_TO_QUIZ_ID}
          variant="default"
          disabled={over > 0}
          onClick={() => {
            setIsAdding(true);
          }}
        >
          {t('bank.addToQuiz')}
        </Button>
        <Button
          className={classes.create ?? ''}
          disabled={over > 0}
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { lesson_id: lessonId, candidate_ids: [...candidateIds] },
              {
                onSuccess: ({ question_set: { id } }) => {
                  onClear();
                  onQuizMade(id);
                },
              },
            )
          }
        >
          {t('bank.createQuiz', { count })}
        </Button>
      </div>
      {isAdding && (
        <AddToQuizDialog
          lessonId={lessonId}
          candidateIds={candidateIds}
          onClose={() => {
            setIsAdding(false);
            focus(ADD_TO_QUIZ_ID);
          }}
          onAdded={() => {
            setIsAdding(false);
            clear();
          }}
        />
      )}
    </section>
  );
}
