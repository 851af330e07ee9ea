import { Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount } from '../../../contract/administration.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { useChangeAccount } from './administration.queries.ts';
import { FormActions } from './form-actions.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

/** Makes the owner of an account an administrator, or undoes that; either wants the administrator's own password. */
export function RoleDialog({
  account: { id, email, is_staff: isStaff },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const change = useChangeAccount(id);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (password === '') return;
    change.mutate(
      { is_staff: !isStaff, password },
      {
        onSuccess: () => {
          showToast('success', t('administration.one.roleChanged'), email);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t(isStaff ? 'administration.one.revokeTitle' : 'administration.one.grantTitle', { email })}
      isDirty={false}
      size="md"
      onClose={onClose}
    >
      {(requestClose) => (
        <form onSubmit={onSubmit}>
          <Stack gap="md">
            <Text>{t(isStaff ? 'administration.one.revokeText' : 'administration.one.grantText')}</Text>
            <OwnPasswordField value={password} onChange={setPassword} />
            <FormActions
              submitLabel={t(isStaff ? 'administration.one.revoke' : 'administration.one.grant')}
              isWorking={change.isPending}
              error={change.error}
              isDangerous={isStaff}
              onCancel={requestClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
