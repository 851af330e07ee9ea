import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '#web/api-client/api-error.ts';
import { Failure } from './failure.tsx';

/** Shows the loaded data; until then `loading`, or why loading failed and a way to retry. */
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
  /** Shown if the server says that the object does not exist, even if it was shown before. */
  missing?: ReactNode;
  children?: (data: Data) => ReactNode;
}) {
  if (missing !== undefined && isNotFound(error)) return missing;
  if (data !== undefined) return children(data);
  if (error === null) return loading;
  return <Failure message={failure} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
}
