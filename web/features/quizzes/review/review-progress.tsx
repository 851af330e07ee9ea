import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Question } from '#contract/quizzes.ts';
import classes from './review.module.css';

/** The questions as numbered buttons that show which are accepted and which one is open. */
export function ReviewProgress({
  questions,
  place,
  onShow,
}: {
  questions: readonly Question[];
  place: number | undefined;
  onShow: (place: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <ol className={classes.steps} aria-label={t('review.questions')}>
      {questions.map((question, index) => (
        <li key={question.id}>
          <UnstyledButton
            className={classes.step}
            data-draft={question.is_draft || undefined}
            aria-current={index === place ? 'step' : undefined}
            aria-label={t(question.is_draft ? 'review.stepDraft' : 'review.stepAccepted', {
              number: index + 1,
            })}
            onClick={() => onShow(index)}
          >
            {question.is_draft ? index + 1 : <IconCheck size={16} stroke={2.4} aria-hidden />}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
