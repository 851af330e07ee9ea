import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText, type CopyWords } from './copy-text.ts';

export function CopyButton({ label, words, read }: { label: string; words: CopyWords; read: () => string }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
      onClick={() => void copyText(read(), words)}
    >
      {label}
    </Button>
  );
}
