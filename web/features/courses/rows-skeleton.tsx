import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Rows that are on their way. */
export const RowsSkeleton = ({ label }: { label: string }) => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Stack gap="sm" aria-hidden>
      <Skeleton height={74} />
      <Skeleton height={74} />
      <Skeleton height={74} />
    </Stack>
  </div>
);
