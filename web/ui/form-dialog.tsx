import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from './modal.tsx';
import classes from './dialog.module.css';
import { DiscardDialog } from './discard-dialog.tsx';
import { keepFirstKeys } from './keep-first-keys.ts';
import { useUnsavedWork } from './unsaved-work.ts';

/**
 * A dialog with a form in it. While `isDirty`, it asks before it closes, by whichever way, and before another page is
 * opened. `children` gets the function that asks to close, for a Cancel button. Where the focus goes afterwards is
 * for whoever opened it (`useFocusRequest`).
 */
export function FormDialog({
  title,
  isDirty,
  size = 'lg',
  onClose,
  children,
}: {
  title: string;
  isDirty: boolean;
  size?: string;
  onClose: () => void;
  children: (requestClose: () => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // Unless a field of the dialog has the focus already.
  useLayoutEffect(() => {
    if (content.current?.contains(document.activeElement) !== true) keepFirstKeys();
  }, []);
  useUnsavedWork(undefined, { onLeave: 'ask', read: () => (isDirty ? isDirty : undefined) });
  const requestClose = (): void => {
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  const keep = (): void => {
    setIsAsking(false);
  };
  return (
    <>
      <Modal
        opened
        onClose={requestClose}
        title={title}
        classNames={{ title: classes.title }}
        size={size}
        returnFocus={false}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <div ref={content}>{children(requestClose)}</div>
      </Modal>
      {isAsking && <DiscardDialog onKeep={keep} onDiscard={onClose} />}
    </>
  );
}
