import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { isNotFound } from '../api-client/api-error.ts';
import { useAttemptResult, useQuizResults } from '../features/quiz-results/results.queries.ts';
import { ResultsScreen } from '../features/quiz-results/results-screen.tsx';
import { Failure } from '../ui/failure.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { readId } from '../ui/read-id.ts';

const AttemptScreen = lazy(async () => ({
  default: (await import('../features/quiz-results/attempt-screen.tsx')).AttemptScreen,
}));

const LiveQuizView = lazy(async () => ({
  default: (await import('../features/quiz-results/live/live-quiz.tsx')).LiveQuizView,
}));

/** `/quiz-results/:sharedQuizId` and, below it, one attempt or the live view. */
export function Component() {
  const { sharedQuizId = '', attemptId } = useParams();
  const quiz = readId(sharedQuizId);
  if (quiz !== undefined && attemptId === 'live')
    return (
      <Suspense>
        <LiveQuizView key={quiz} id={quiz} missing={<NoResults />} />
      </Suspense>
    );
  const attempt = attemptId === undefined ? undefined : readId(attemptId);
  if (quiz === undefined || (attemptId !== undefined && attempt === undefined)) return <NoResults />;
  return attempt === undefined ? (
    <QuizResultsPage key={quiz} id={quiz} />
  ) : (
    <AttemptPage key={attempt} sharedQuizId={quiz} id={attempt} />
  );
}

function QuizResultsPage({ id }: { id: number }) {
  const query = useQuizResults(id);
  return query.data === undefined ? <NotYet query={query} /> : <ResultsScreen results={query.data} />;
}

function AttemptPage({ sharedQuizId, id }: { sharedQuizId: number; id: number }) {
  const query = useAttemptResult(sharedQuizId, id);
  return query.data === undefined ? (
    <NotYet query={query} />
  ) : (
    <Suspense>
      <AttemptScreen sharedQuizId={sharedQuizId} attempt={query.data} />
    </Suspense>
  );
}

function NotYet({
  query: { error, refetch, isFetching },
}: {
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean };
}) {
  const { t } = useTranslation();
  if (isNotFound(error)) return <NoResults />;
  if (error !== null)
    return (
      <Failure
        message={t('results.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  return (
    <>
      <Text role="status" c="dimmed" size="sm" mb="md">
        {t('results.loading')}
      </Text>
      <Skeleton h={34} w="min(320px, 90%)" />
    </>
  );
}

function NoResults() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('results.missing')}</PageTitle>
      <Text c="dimmed">{t('results.missingHelp')}</Text>
    </>
  );
}
