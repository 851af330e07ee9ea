import { Button, Group, Stack } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from './discard-dialog.tsx';
import { Failure } from './failure.tsx';
import { submitForm } from './form-fields.ts';
import { keepFirstKeys } from './keep-first-keys.ts';
import { Modal } from './modal.tsx';
import { useUnsavedWork } from './unsaved-work.ts';

/**
 * A dialog with a form in it. While `isDirty`, it asks before it closes, by whichever way, and before another page is
 * opened. `children` gets the function that asks to close, for a Cancel button. Where the focus goes afterwards is
 * for whoever opened it (`useFocusRequest`).
 */
export function FormDialog({
  title,
  isDirty = false,
  size = 'lg',
  closeOnClickOutside = true,
  onClose,
  children,
}: {
  title: string;
  isDirty?: boolean;
  size?: string;
  closeOnClickOutside?: boolean;
  onClose: () => void;
  children: (requestClose: () => void) => ReactNode;
}) {
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
  return (
    <>
      <Modal
        opened
        onClose={requestClose}
        title={title}
        size={size}
        returnFocus={false}
        closeOnClickOutside={closeOnClickOutside}
      >
        <div ref={content}>{children(requestClose)}</div>
      </Modal>
      {isAsking && <DiscardDialog onKeep={() => setIsAsking(false)} onDiscard={onClose} />}
    </>
  );
}

/** The form of a dialog: fields, error, Cancel, and the submit button. */
export function DialogForm({
  submitLabel,
  color = 'lapis',
  isWorking = false,
  isDisabled = false,
  failure,
  error,
  onSubmit,
  onCancel,
  children,
}: {
  submitLabel: string;
  color?: 'lapis' | 'red';
  isWorking?: boolean;
  isDisabled?: boolean;
  /** The error message; undefined unless sending failed. */
  failure?: string | undefined;
  error?: unknown;
  onSubmit: (form: HTMLFormElement) => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <form noValidate onSubmit={(event) => submitForm(event, onSubmit)}>
      <Stack gap="md">
        {children}
        <div>
          {failure !== undefined && <Failure message={failure} error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color={color} loading={isWorking} disabled={isDisabled}>
              {submitLabel}
            </Button>
          </Group>
        </div>
      </Stack>
    </form>
  );
}
