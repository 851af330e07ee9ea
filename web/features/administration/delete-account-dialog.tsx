import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount } from '#contract/administration.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { formatBytes, formatNumber } from '#web/ui/format.ts';
import { useAccountContents, useDeleteAccount } from './administration.queries.ts';
import classes from './administration.module.css';
import { FormActions } from './form-actions.tsx';
import { initialPassword, OwnPasswordField } from './own-password-field.tsx';

const COUNTED = ['courses', 'lessons', 'quizzes', 'conversations', 'api_keys'] as const;

/** Lists what will be deleted with an account, and asks for its email address and the administrator's password. */
export function DeleteAccountDialog({
  account: { id, email },
  onDeleted,
  onClose,
}: {
  account: AdministeredAccount;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isOther, setIsOther] = useState(false);
  const [password, setPassword] = useState(initialPassword);
  const deletion = useDeleteAccount(id);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const matches = typed.trim().toLowerCase() === email.toLowerCase();
    setIsOther(!matches);
    if (matches && password !== '') deletion.mutate({ email: typed, password }, { onSuccess: onDeleted });
  };
  return (
    <FormDialog title={t('administration.one.deleteTitle')} isDirty={false} size="md" onClose={onClose}>
      {(requestClose) => (
        <form onSubmit={onSubmit}>
          <Stack gap="md">
            <Contents id={id} email={email} />
            <TextInput
              label={t('administration.one.deleteEmail')}
              description={t('administration.one.deleteEmailHelp', { email })}
              error={isOther && t('administration.one.deleteOtherEmail')}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              required
              withAsterisk={false}
              data-autofocus
              maxLength={254}
              value={typed}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                setIsOther(false);
              }}
            />
            <OwnPasswordField value={password} onChange={setPassword} />
            <FormActions
              submitLabel={t('administration.one.deleteConfirm')}
              isWorking={deletion.isPending}
              error={deletion.error}
              isDangerous
              onCancel={requestClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

function Contents({ id, email }: { id: number; email: string }) {
  const { t, i18n } = useTranslation();
  const { data: contents, error, refetch, isFetching } = useAccountContents(id);
  if (contents === undefined && error !== null) {
    return (
      <Failure
        message={t('administration.one.contentsFailed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <div>
      <Text className={classes.breakable}>{t('administration.one.deleteText', { email })}</Text>
      {contents === undefined ? (
        <Skeleton h={72} my="xs" />
      ) : (
        <ul className={classes.counts}>
          <li>{t('administration.one.counts.profile')}</li>
          {COUNTED.filter((kind) => contents[kind] > 0).map((kind) => (
            <li key={kind}>
              {t(`administration.one.counts.${kind}`, {
                count: contents[kind],
                number: formatNumber(contents[kind], i18n.language),
              })}
            </li>
          ))}
          {contents.storage_bytes > 0 && (
            <li>
              {t('administration.one.counts.files', {
                size: formatBytes(contents.storage_bytes, i18n.language),
              })}
            </li>
          )}
        </ul>
      )}
      <Text>{t('administration.one.deleteForGood')}</Text>
    </div>
  );
}
