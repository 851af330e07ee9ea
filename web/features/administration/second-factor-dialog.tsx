import { Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount } from '../../../contract/administration.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { useRemoveSecondFactor } from './administration.queries.ts';
import { FormActions } from './form-actions.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

/** Removes the second factor of someone who has lost phone and codes; it wants the administrator's own password. */
export function SecondFactorDialog({
  account: { id, email },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const remove = useRemoveSecondFactor(id);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (password === '') return;
    remove.mutate(password, {
      onSuccess: () => {
        showToast('success', t('administration.one.factorRemoved'), email);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t('administration.one.removeFactorTitle', { email })}
      isDirty={false}
      size="md"
      onClose={onClose}
    >
      {(requestClose) => (
        <form onSubmit={onSubmit}>
          <Stack gap="md">
            <Text>{t('administration.one.removeFactorText')}</Text>
            <OwnPasswordField value={password} onChange={setPassword} />
            <FormActions
              submitLabel={t('administration.one.removeFactor')}
              isWorking={remove.isPending}
              error={remove.error}
              isDangerous
              onCancel={requestClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
