import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { isNotFound } from '../api-client/api-error.ts';
import { useQuestionSet } from '../features/quizzes/quizzes.queries.ts';
import { ReviewScreen } from '../features/quizzes/review/review-screen.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { QuestionSheetDrawing } from '../ui/illustrations/question-sheet.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Pending } from '../ui/pending.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';

/** `/quiz/:questionSetId/review`: the questions of a quiz, one at a time. */
export function Component() {
  const { questionSetId = '' } = useParams();
  const id = readId(questionSetId);
  return id === undefined ? <NoQuiz /> : <ReviewPage key={id} questionSetId={id} />;
}

function ReviewPage({ questionSetId }: { questionSetId: number }) {
  const { t } = useTranslation();
  const quiz = useQuestionSet(questionSetId);
  if (quiz.data !== undefined) return <ReviewScreen quiz={quiz.data} />;
  if (isNotFound(quiz.error)) return <NoQuiz />;
  return (
    <Pending
      query={quiz}
      loading={t('review.loading')}
      failed={t('quizzes.openFailed')}
      heights={[34, 420]}
    />
  );
}

function NoQuiz() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<QuestionSheetDrawing />}
      title={<PageTitle>{t('review.notFound')}</PageTitle>}
      text={t('quizzes.openFailed')}
      action={
        <Button component={Link} to={paths.quiz}>
          {t('quizzes.savedQuizzes')}
        </Button>
      }
    />
  );
}
