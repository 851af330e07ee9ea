import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useQuestionSet } from '../features/quizzes/quizzes.queries.ts';
import { ReviewScreen } from '../features/quizzes/review/review-screen.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { QuestionSheetDrawing } from '../ui/illustrations/question-sheet.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';
import { Skeletons } from '../ui/skeletons.tsx';
import { WhenLoaded } from '../ui/when-loaded.tsx';

/** `/quiz/:questionSetId/review`: the questions of a quiz, one at a time. */
export function Component() {
  const { questionSetId = '' } = useParams();
  const id = readId(questionSetId);
  return id === undefined ? <NoQuiz /> : <ReviewPage key={id} questionSetId={id} />;
}

function ReviewPage({ questionSetId }: { questionSetId: number }) {
  const { t } = useTranslation();
  return (
    <WhenLoaded
      query={useQuestionSet(questionSetId)}
      failure={t('quizzes.openFailed')}
      loading={<Skeletons label={t('review.loading')} heights={[34, 420]} />}
      missing={<NoQuiz />}
    >
      {(quiz) => <ReviewScreen quiz={quiz} />}
    </WhenLoaded>
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
