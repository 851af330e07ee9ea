import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Failure } from './failure.tsx';
import { Modal } from './modal.tsx';

/**
 * Asks before something that cannot be undone. The focus starts on Cancel; where it goes afterwards is up to whoever
 * opened it (`useFocusRequest`).
 */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  isWorking = false,
  failure,
  error,
  onConfirm,
  onClose,
  ...modal
}: {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  isWorking?: boolean;
  /** What to say when it failed; undefined while it has not. */
  failure?: string | undefined;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
  size?: string;
  zIndex?: number;
  returnFocus?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={title} returnFocus={false} {...modal}>
      <Text dir="auto">{text}</Text>
      {failure !== undefined && <Failure message={failure} error={error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancelLabel ?? t('common.cancel')}
        </Button>
        <Button color="red" onClick={onConfirm} loading={isWorking}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
