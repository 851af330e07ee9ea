import { Button, Group, Text } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from './modal.tsx';
import { useBeforeUnload } from 'react-router';
import { useBlocker } from './use-blocker.ts';
import classes from './dialog.module.css';
import { keepFirstKeys } from './keep-first-keys.ts';

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
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  const requestClose = (): void => {
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  const keep = (): void => {
    setIsAsking(false);
    blocker.reset?.();
  };
  const discard = (): void => {
    onClose();
    blocker.proceed?.();
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
      {/* Mounted only now: one that waits closed would hear the same Escape that opens it, and close again. */}
      {(isAsking || blocker.state === 'blocked') && (
        <Modal
          opened
          onClose={keep}
          title={t('dialogs.discardTitle')}
          classNames={{ title: classes.title }}
          size="sm"
          zIndex={300}
          closeButtonProps={{ 'aria-label': t('common.close') }}
        >
          <Text mb="lg">{t('dialogs.discardText')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={keep} data-autofocus>
              {t('dialogs.keepEditing')}
            </Button>
            <Button color="red" onClick={discard}>
              {t('dialogs.discard')}
            </Button>
          </Group>
        </Modal>
      )}
    </>
  );
}
