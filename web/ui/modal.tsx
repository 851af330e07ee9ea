import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

const LoadedModal = lazy(async () => ({ default: (await import('./loaded-modal.ts')).Modal }));

/** The open dialogs, the topmost last. */
const open: symbol[] = [];

/** Every open dialog hears Escape; only the topmost one is to close. */
function OpenModal({ onClose, ...properties }: ModalProps) {
  const { t } = useTranslation();
  const [self] = useState(() => Symbol('dialog'));
  useEffect(() => {
    open.push(self);
    return () => void open.splice(open.indexOf(self), 1);
  }, [self]);
  return (
    <LoadedModal
      classNames={{ title: classes.title }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      {...properties}
      onClose={() => {
        if (open.at(-1) === self) onClose();
      }}
    />
  );
}

/** Mantine's dialog, which is loaded when the first one opens: no page needs it before. */
export const Modal = (properties: ModalProps) =>
  properties.opened ? (
    <Suspense>
      <OpenModal {...properties} />
    </Suspense>
  ) : null;
