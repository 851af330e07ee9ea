import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewApiKey } from '#contract/accounts.ts';
import { FIELD_MESSAGES } from '#contract/messages/field-messages.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { PasswordDialog } from '#web/ui/password-dialog.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { wordFieldText } from '#web/ui/word-message.ts';
import classes from './account.module.css';
import { API_KEYS } from './account.queries.ts';
import { EXPIRY_CHOICES, readExpiry, type ExpiryChoice } from './expiry-choice.ts';

/** In characters, as in the contract. */
const LONGEST_NAME = 100;

const UNTYPED: { name: string; choice: ExpiryChoice; date: string } = { name: '', choice: '90', date: '' };

/** Names a key, says how long it works, and then shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [typed, setTyped, settle] = useTyped('api-key', UNTYPED);
  const [made, setMade] = useState<NewApiKey>();
  const { name, choice, date } = typed;
  const expiry = () => readExpiry(choice, date, new Date());
  return (
    <PasswordDialog
      title={made === undefined ? t('account.createKey') : t('account.newKeyTitle')}
      submitLabel={t('account.createKey')}
      color="lapis"
      failure={t('account.keyNotCreated')}
      isDirty={made === undefined && JSON.stringify(typed) !== JSON.stringify(UNTYPED)}
      check={() => ({
        name: name.trim() === '' ? wordFieldText(t, FIELD_MESSAGES.key_name_missing) : undefined,
        expires_at: expiry() === undefined ? t('account.chooseDate') : undefined,
      })}
      call={(password) =>
        request<NewApiKey>('POST', API_KEYS, { body: { name: name.trim(), expires_at: expiry(), password } })
      }
      result={made && <NewKey apiKey={made} onClose={onClose} />}
      onDone={(key) => {
        settle();
        setMade(key);
        void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            name="name"
            label={t('account.keyName')}
            description={t('account.keyNameHelp')}
            required
            withAsterisk={false}
            autoComplete="off"
            dir="auto"
            maxLength={LONGEST_NAME}
            size="md"
            data-autofocus
            value={name}
            error={errorOf('name')}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, name: value })}
          />
          <NativeSelect
            label={t('account.keyExpiry')}
            size="md"
            value={choice}
            data={EXPIRY_CHOICES.map((value) => ({ value, label: t(`account.expiry.${value}`) }))}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, choice: value as ExpiryChoice })}
            error={choice === 'date' ? false : errorOf('expires_at')}
          />
          {choice === 'date' && (
            <TextInput
              name="expires_at"
              type="date"
              label={t('account.keyLastDay')}
              size="md"
              min={new Date().toISOString().slice(0, 10)}
              value={date}
              error={errorOf('expires_at')}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, date: value })}
            />
          )}
        </>
      )}
    </PasswordDialog>
  );
}

/** A key that was just made. Nothing shows it again. */
function NewKey({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const words = {
    copied: t('account.keyCopied'),
    notCopied: t('account.keyNotCopied'),
    notCopiedHelp: t('account.keyNotCopiedHelp'),
  };
  return (
    <Stack gap="md">
      <span dir="auto">{t('account.newKeyText', { name: apiKey.name })}</span>
      <TextInput
        label={t('account.apiKey')}
        readOnly
        size="md"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.key }}
        value={apiKey.api_key}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.6} aria-hidden />}
          autoFocus
          onClick={() => void copyText(apiKey.api_key, words)}
        >
          {t('account.copyKey')}
        </Button>
        <Button onClick={onClose}>{t('account.done')}</Button>
      </Group>
    </Stack>
  );
}
