import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { Failure } from '#web/ui/failure.tsx';
import { SectionSkeleton } from './section-skeleton.tsx';

/** Shows what was fetched; until then its outline, or why it could not be and a way to try again. */
export function WhenLoaded<Data>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <SectionSkeleton />;
  return (
    <Failure
      message={explainLoading(t, query.error)}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

/** With the server's reason: someone who is no administrator any more should read that. */
function explainLoading(t: TFunction, error: Error): string {
  const reason = error instanceof ApiError ? explainFailure(t, error) : '';
  return `${t('administration.failed')} ${reason}`.trim();
}
