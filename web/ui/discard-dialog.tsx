import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';
import { Modal } from './modal.tsx';

/** Asks before unsaved changes are lost. Mount it only to ask: a closed dialog would handle the Escape that opens it. */
export function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onKeep}
      title={t('dialogs.discardTitle')}
      classNames={{ title: classes.title }}
      size="sm"
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="lg">{t('dialogs.discardText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onKeep} data-autofocus>
          {t('dialogs.keepEditing')}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t('dialogs.discard')}
        </Button>
      </Group>
    </Modal>
  );
}
