import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from './modal.tsx';
import classes from './dialog.module.css';
import { Failure } from './failure.tsx';

/**
 * Asks before something that cannot be undone. The focus starts on Cancel; where it goes afterwards is up to whoever
 * opened it (`useFocusRequest`).
 */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  isWorking,
  failure,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  confirmLabel: string;
  isWorking: boolean;
  /** What to say when it failed; undefined while it has not. */
  failure: string | undefined;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      classNames={{ title: classes.title }}
      size="md"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text dir="auto">{text}</Text>
      {failure !== undefined && <Failure message={failure} error={error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color="red" onClick={onConfirm} loading={isWorking}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
