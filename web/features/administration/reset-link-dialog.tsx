import { Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount } from '#contract/administration.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useCreateResetLink } from './administration.queries.ts';
import { FormActions } from './form-actions.tsx';
import { OneTimeLink } from './one-time-link.tsx';
import { initialPassword, OwnPasswordField } from './own-password-field.tsx';

/** Creates a link with which the owner of the account sets a new password. */
export function ResetLinkDialog({
  account: { id, email },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState(initialPassword);
  const create = useCreateResetLink(id);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (password !== '') create.mutate(password);
  };
  return (
    <FormDialog
      title={t('administration.one.resetTitle', { email })}
      isDirty={false}
      size="md"
      onClose={onClose}
    >
      {(requestClose) =>
        create.data === undefined ? (
          <form onSubmit={onSubmit}>
            <Stack gap="md">
              <Text>{t('administration.one.resetText')}</Text>
              <OwnPasswordField value={password} onChange={setPassword} />
              <FormActions
                submitLabel={t('administration.one.resetCreate')}
                isWorking={create.isPending}
                error={create.error}
                onCancel={requestClose}
              />
            </Stack>
          </form>
        ) : (
          <OneTimeLink
            text={t('administration.one.resetReady', { email })}
            url={create.data.url}
            expiresAt={create.data.expires_at}
            onDone={onClose}
          />
        )
      }
    </FormDialog>
  );
}
