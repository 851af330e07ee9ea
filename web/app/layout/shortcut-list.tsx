import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The keys of every page, on `?`. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const rows: [string[], string][] = [
    [['/'], t('shortcuts.search')],
    [['s'], t('shortcuts.searchPage')],
    [['g', 'c'], t('layout.myCourses')],
    [['g', 'd'], t('layout.dashboard')],
    [['g', 'a'], t('layout.assistant')],
    [['g', 'u'], t('layout.uploadContent')],
    [['g', 'q'], t('layout.createQuiz')],
    [['?'], t('shortcuts.list')],
    [[t('shortcuts.spaceKey')], t('shortcuts.playPause')],
    [['←', '→'], t('shortcuts.skip')],
    [['[', ']'], t('shortcuts.speed')],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
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
