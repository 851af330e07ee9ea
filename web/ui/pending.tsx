import type { UseQueryResult } from '@tanstack/react-query';
import { Failure } from './failure.tsx';
import { Skeletons } from './skeletons.tsx';

/** In place of what was not fetched yet: its outline or, if it could not be fetched, why, and a way to try again. */
export function Pending({
  query,
  loading,
  failed,
  heights,
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  loading: string;
  failed: string;
  /** Of the parts of the outline, in pixels. */
  heights: readonly number[];
}) {
  if (query.error === null) return <Skeletons label={loading} heights={heights} />;
  return (
    <Failure
      message={failed}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}
