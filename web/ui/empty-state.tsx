import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Nothing here yet: a drawing, one sentence, one action. */
export function EmptyState({
  drawing,
  title,
  text,
  action,
}: {
  drawing: ReactNode;
  title?: ReactNode;
  text: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="md" py={48} px="md" maw={440} mx="auto" ta="center">
      {drawing}
      {title}
      <Text c="dimmed">{text}</Text>
      {action}
    </Stack>
  );
}
