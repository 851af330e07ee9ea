import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Long enough to be read, understood and reached. */
const UNDO_MILLISECONDS = 15_000;

/** Says what was done, with a button that takes it back. */
export function showUndoToast(title: string, text: string, undoLabel: string, onUndo: () => void): void {
  const id = notifications.show({
    color: 'lapis',
    title,
    autoClose: UNDO_MILLISECONDS,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: (
      <>
        {text}{' '}
        <Button
          variant="default"
          size="compact-sm"
          mt={8}
          display="block"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {undoLabel}
        </Button>
      </>
    ),
  });
}
