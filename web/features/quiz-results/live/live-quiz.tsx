import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '#web/api-client/api-error.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useLiveEvents, useLiveQuiz } from './live.queries.ts';
import { LiveScreen } from './live-screen.tsx';

/** Loads the live view and keeps it up to date. */
export function LiveQuizView({ id, missing }: { id: number; missing: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useLiveQuiz(id);
  const isConnected = useLiveEvents(id);
  if (isNotFound(error)) return missing;
  if (data !== undefined) return <LiveScreen live={data} isConnected={isConnected} />;
  if (error !== null)
    return (
      <Failure
        message={t('results.live.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  return (
    <>
      <Text role="status" c="dimmed" size="sm" mb="md">
        {t('results.live.loading')}
      </Text>
      <Skeleton h={34} w="min(320px, 90%)" />
    </>
  );
}
