import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { readId } from '#web/ui/read-id.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { useQuestionSet } from './quizzes.queries.ts';

type Draw = (quiz: QuestionSetWithQuestions) => ReactNode;

/** The quiz that the address names (`:questionSetId`). */
export function QuizAtAddress({ children }: { children: Draw }) {
  const { questionSetId = '' } = useParams();
  const id = readId(questionSetId);
  return id === undefined ? (
    <NoQuiz />
  ) : (
    <LoadedQuiz key={id} questionSetId={id}>
      {children}
    </LoadedQuiz>
  );
}

function LoadedQuiz({ questionSetId, children }: { questionSetId: number; children: Draw }) {
  const { t } = useTranslation();
  return (
    <WhenLoaded
      query={useQuestionSet(questionSetId)}
      failure={t('quizzes.openFailed')}
      loading={<Skeletons label={t('quizzes.loading')} heights={[34, 420]} />}
      missing={<NoQuiz />}
    >
      {children}
    </WhenLoaded>
  );
}

function NoQuiz() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<QuestionSheetDrawing />}
      title={<PageTitle>{t('quizzes.notFound')}</PageTitle>}
      text={t('quizzes.openFailed')}
      action={
        <Button component={Link} to={paths.quiz}>
          {t('quizzes.savedQuizzes')}
        </Button>
      }
    />
  );
}
