import { Button, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { isNotFound } from '../api-client/api-error.ts';
import { useLesson } from '../api-client/lesson-work.queries.ts';
import { BankScreen } from '../features/question-bank/bank-screen.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { BlankLessonDrawing } from '../ui/illustrations/blank-lesson.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';

/** `/lessons/:lessonId/questions`: the question bank of a lesson. */
export function Component() {
  const { lessonId = '' } = useParams();
  const id = readId(lessonId);
  return id === undefined ? <NoLesson /> : <QuestionBankPage key={id} lessonId={id} />;
}

function QuestionBankPage({ lessonId }: { lessonId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: lesson, error, refetch, isFetching } = useLesson(lessonId);
  if (isNotFound(error)) return <NoLesson />;
  if (lesson !== undefined) {
    return <BankScreen lesson={lesson} onQuizMade={(setId) => void navigate(paths.savedQuiz(setId))} />;
  }
  if (error !== null) {
    return (
      <Failure
        message={t('lessons.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <>
      <Text role="status" c="dimmed" size="sm" mb="md">
        {t('lessons.loading')}
      </Text>
      <Skeleton h={34} w="min(320px, 90%)" />
    </>
  );
}

function NoLesson() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<BlankLessonDrawing />}
      title={<PageTitle>{t('lessons.notFound')}</PageTitle>}
      text={t('lessons.notFoundHelp')}
      action={
        <Button component={Link} to={paths.courses}>
          {t('lessons.backToCourses')}
        </Button>
      }
    />
  );
}
