import { Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { FormActions } from './form-actions.tsx';
import { initialPassword, OwnPasswordField } from './own-password-field.tsx';

/** Asks for the administrator's own password before something is done. */
export function OwnPasswordDialog({
  title,
  text,
  submitLabel,
  isDangerous,
  action,
  onDone,
  onClose,
}: {
  title: string;
  text: string;
  submitLabel: string;
  isDangerous: boolean;
  /** Takes the password. */
  action: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
  onDone: () => void;
  onClose: () => void;
}) {
  const [password, setPassword] = useState(initialPassword);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (password !== '') action.mutate(password, { onSuccess: onDone });
  };
  return (
    <FormDialog title={title} isDirty={false} size="md" onClose={onClose}>
      {(requestClose) => (
        <form onSubmit={onSubmit}>
          <Stack gap="md">
            <Text>{text}</Text>
            <OwnPasswordField value={password} onChange={setPassword} />
            <FormActions
              submitLabel={submitLabel}
              isWorking={action.isPending}
              error={action.error}
              isDangerous={isDangerous}
              onCancel={requestClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
