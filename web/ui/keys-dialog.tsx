import { Group, Kbd, Stack, Text } from '@mantine/core';
import { Modal } from './modal.tsx';

export const KeysDialog = ({
  title,
  rows,
  onClose,
}: {
  title: string;
  rows: readonly (readonly [keys: readonly string[], text: string])[];
  onClose: () => void;
}) => (
  <Modal opened onClose={onClose} title={title}>
    <Stack gap="sm">
      {rows.map(([keys, text]) => (
        <Group key={text} justify="space-between" wrap="nowrap">
          <Text size="sm">{text}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  </Modal>
);
