import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '#web/api-client/api-error.ts';
import { Failure } from './failure.tsx';

/** Shows what was fetched; until then `loading`, or why it could not be fetched and a way to try again. */
export function WhenLoaded<Data>({
  query: { data, error, refetch, isFetching },
  failure,
  loading,
  missing,
  children = () => null,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  failure: string;
  loading: ReactNode;
  /** Shown if the server says that it does not exist, even if it was shown before. */
  missing?: ReactNode;
  children?: (data: Data) => ReactNode;
}) {
  if (missing !== undefined && isNotFound(error)) return missing;
  if (data !== undefined) return children(data);
  if (error === null) return loading;
  return <Failure message={failure} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
}
