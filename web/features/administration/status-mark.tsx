import { Badge } from '@mantine/core';
import type { ComponentHealth } from '#contract/health.ts';

const COLORS = { ready: 'green', downloading: 'lapis', unavailable: 'red' } as const;

/** The state of a part of Lectern, in one word. */
export const StatusMark = ({ status, label }: { status: ComponentHealth['status']; label: string }) => (
  <Badge component="span" variant="light" color={COLORS[status]} size="lg" tt="none" miw="max-content">
    {label}
  </Badge>
);
