import type { UseQueryResult } from '@tanstack/react-query';
import { Failure } from './failure.tsx';
import { Skeletons } from './skeletons.tsx';

/** A placeholder while data loads or, if loading failed, the reason and a way to retry. */
export function Pending({
  query,
  loading,
  failed,
  heights,
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  loading: string;
  failed: string;
  /** Heights of the parts of the placeholder, in pixels. */
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
