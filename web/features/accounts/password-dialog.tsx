import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/modal.tsx';
import classes from '#web/ui/dialog.module.css';
import { Failure } from '#web/ui/failure.tsx';
import { describeFailure } from './describe-failure.ts';
import { PasswordConfirmation } from './password-confirmation.tsx';
import { readFields } from './use-account-form.ts';

/** The part of a mutation that the dialog needs. */
interface Confirmation {
  readonly error: Error | null;
  readonly isPending: boolean;
  mutate(password: string, options: { onSuccess: () => void }): void;
}

/** Asks for the password before something that ends access or deletes data. */
export function PasswordDialog({
  title,
  confirmLabel,
  failure,
  confirmation,
  onDone,
  onClose,
  children,
}: {
  title: string;
  confirmLabel: string;
  /** What to say when the server does not answer. */
  failure: string;
  confirmation: Confirmation;
  onDone: () => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [isMissing, setIsMissing] = useState(false);
  const { fields, alert } = describeFailure(t, confirmation.error, {
    names: ['password'],
    fallback: failure,
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const { password = '' } = readFields(form);
    setIsMissing(password === '');
    form.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    if (password === '' || confirmation.isPending) return;
    confirmation.mutate(password, { onSuccess: onDone });
  };
  const error = isMissing ? t('accounts.enterPassword') : fields['password'];
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
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {children}
          <PasswordConfirmation autoFocus error={error ?? false} />
          {alert !== undefined && <Failure message={alert} error={confirmation.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" loading={confirmation.isPending}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
