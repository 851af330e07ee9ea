import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** A placeholder for content that is loading: blocks of these heights, stacked. */
export const Skeletons = ({
  label,
  heights,
  gap = 'sm',
}: {
  label: string;
  /** In pixels. */
  heights: readonly number[];
  gap?: string;
}) => (
  <div role="status" aria-busy="true">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Stack gap={gap} aria-hidden>
      {heights.map((height, place) => (
        <Skeleton key={place} height={height} />
      ))}
    </Stack>
  </div>
);
