import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before unsaved changes are lost. Mount it only to ask: a closed dialog would handle the Escape that opens it. */
export function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('dialogs.discardTitle')}
      text={t('dialogs.discardText')}
      confirmLabel={t('dialogs.discard')}
      cancelLabel={t('dialogs.keepEditing')}
      onConfirm={onDiscard}
      onClose={onKeep}
      size="sm"
      zIndex={300}
      returnFocus
    />
  );
}
