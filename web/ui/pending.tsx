import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failure } from './failure.tsx';

/** The outline of what is being fetched, with a text for screen readers. */
export const Outline = ({ text, heights }: { text: string; heights: readonly number[] }) => (
  <Stack gap="sm">
    <VisuallyHidden role="status">{text}</VisuallyHidden>
    {heights.map((height, place) => (
      <Skeleton key={place} height={height} />
    ))}
  </Stack>
);

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
  if (query.error === null) return <Outline text={loading} heights={heights} />;
  return (
    <Failure
      message={failed}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}
