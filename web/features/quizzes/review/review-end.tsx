import { Alert, Button, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { downloadLater } from '../download-later.ts';
import { useSaveQuestionSet } from '../quizzes.queries.ts';
import classes from './review.module.css';

const BACK_ID = 'review-back';

export function ReviewEnd({ id, quiz }: { id: string; quiz: QuestionSetWithQuestions }) {
  const { t } = useTranslation();
  const save = useSaveQuestionSet();
  const focus = useFocusRequest();
  const { question_set: set, questions } = quiz;
  const count = questions.length;
  const isEmpty = count === 0;
  return (
    <section className={classes.end} aria-labelledby={id}>
      {!isEmpty && <IconCircleCheckFilled size={40} className={classes.endIcon} aria-hidden />}
      <h2 id={id} tabIndex={-1} className={classes.endTitle}>
        {isEmpty ? t('review.noQuestions') : t('review.progress', { accepted: count, count })}
      </h2>
      <Text c="dimmed">
        {t(
          isEmpty
            ? 'review.noQuestionsHelp'
            : set.saved_at === null
              ? 'review.endUnsaved'
              : 'review.endSaved',
        )}
      </Text>
      {save.isSuccess && (
        <Alert color="green" role="alert">
          {t('quizzes.saved')}
        </Alert>
      )}
      {save.isError && (
        <Alert color="red" role="alert">
          {t('quizzes.saveFailed', { error: explainFailure(t, save.error) })}
        </Alert>
      )}
      <div className={classes.endActions}>
        <Button id={BACK_ID} component={Link} to={paths.reviewedQuiz(set)} variant="default">
          {t('review.back')}
        </Button>
        {!isEmpty && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
            onClick={() => downloadLater(quiz)}
          >
            {t('quizzes.download')}
          </Button>
        )}
        {!isEmpty && set.saved_at === null && (
          <Button
            loading={save.isPending}
            onClick={() =>
              save.mutate({ question_set_id: set.id, name: set.name }, { onSuccess: () => focus(BACK_ID) })
            }
          >
            {t('common.save')}
          </Button>
        )}
      </div>
    </section>
  );
}
