import { Button, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { isNotFound } from '../api-client/api-error.ts';
import { ExamScreen } from '../features/exams/exam-screen.tsx';
import { useExamPlan } from '../features/exams/exams.queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { LostPageDrawing } from '../ui/illustrations/lost-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';

/** `/course/:courseId/exam`: an exam over the lessons of a course. */
export function Component() {
  const { courseId = '' } = useParams();
  const id = readId(courseId);
  return id === undefined ? <NoCourse /> : <ExamPage key={id} courseId={id} />;
}

function ExamPage({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  const { data: plan, error, refetch, isFetching } = useExamPlan(courseId);
  if (isNotFound(error)) return <NoCourse />;
  if (plan !== undefined) return <ExamScreen courseId={courseId} plan={plan} />;
  if (error !== null)
    return (
      <Failure
        message={t('exam.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  return (
    <>
      <Text role="status" c="dimmed" size="sm" mb="md">
        {t('exam.loading')}
      </Text>
      <Skeleton h={34} w="min(320px, 90%)" />
    </>
  );
}

function NoCourse() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<LostPageDrawing />}
      title={<PageTitle>{t('courses.notFound')}</PageTitle>}
      text={t('courses.notFoundHelp')}
      action={
        <Button component={Link} to={paths.courses}>
          {t('courses.title')}
        </Button>
      }
    />
  );
}
