import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/modal.tsx';

/** The keys of the studio. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const rows: [string[], string][] = [
    [[t('studio.key.tab')], t('studio.keys.next')],
    [[t('studio.key.shift'), t('studio.key.tab')], t('studio.keys.previous')],
    [['F8'], t('studio.keys.doubtful')],
    [[t('studio.key.shift'), 'F8'], t('studio.keys.doubtfulBefore')],
    [[t('studio.key.control'), t('studio.key.enter')], t('studio.keys.play')],
    [[t('studio.key.enter')], t('studio.keys.split')],
    [[t('studio.key.backspace')], t('studio.keys.merge')],
    [[t('studio.key.control'), 'Z'], t('studio.keys.undo')],
    [[t('studio.key.control'), 'Y'], t('studio.keys.redo')],
    [[t('studio.key.control'), 'H'], t('studio.keys.replace')],
    [[t('studio.key.escape')], t('studio.keys.leave')],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('studio.keysTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
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
}
