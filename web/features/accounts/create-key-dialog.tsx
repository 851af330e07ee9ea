import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/modal.tsx';
import { IconCopy } from '@tabler/icons-react';
import type { NewApiKey } from '#contract/accounts.ts';
import { FIELD_MESSAGES } from '#contract/messages/field-messages.ts';
import classes from '#web/ui/dialog.module.css';
import { wordMessage } from '#web/ui/word-message.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useTypedFields } from '#web/ui/typed-values.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { useCreateApiKey } from './account.queries.ts';
import { describeFailure } from './describe-failure.ts';
import { EXPIRY_CHOICES, readExpiry, type ExpiryChoice } from './expiry-choice.ts';
import { PasswordConfirmation } from './password-confirmation.tsx';
import { readFields } from './use-account-form.ts';
import accountClasses from './account.module.css';

/** A key that was just made. Nothing shows it again. */
function NewKey({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const copy = (): Promise<void> =>
    copyText(apiKey.api_key, {
      copied: t('account.keyCopied'),
      notCopied: t('account.keyNotCopied'),
      notCopiedHelp: t('account.keyNotCopiedHelp'),
    });
  return (
    <Stack gap="md">
      <span dir="auto">{t('account.newKeyText', { name: apiKey.name })}</span>
      <TextInput
        label={t('account.apiKey')}
        readOnly
        size="md"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: accountClasses.key ?? '' }}
        value={apiKey.api_key}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
        }}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.6} aria-hidden />}
          data-autofocus
          onClick={() => void copy()}
        >
          {t('account.copyKey')}
        </Button>
        <Button onClick={onClose}>{t('account.done')}</Button>
      </Group>
    </Stack>
  );
}

/** As the contract has it, in characters. */
const LONGEST_NAME = 100;

/** As `YYYY-MM-DD`. */
const today = (): string => new Date().toISOString().slice(0, 10);

/** Names a key, says how long it works, and then shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [made, setMade] = useState<NewApiKey>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === undefined ? t('account.createKey') : t('account.newKeyTitle')}
      classNames={{ title: classes.title }}
      size="md"
      returnFocus={false}
      // A click outside the dialog must not lose a key that is shown only once.
      closeOnClickOutside={made === undefined}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {made === undefined ? (
        <CreateForm onMade={setMade} onClose={onClose} />
      ) : (
        <NewKey apiKey={made} onClose={onClose} />
      )}
    </Modal>
  );
}

function CreateForm({ onMade, onClose }: { onMade: (key: NewApiKey) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const creation = useCreateApiKey();
  const typed = useTypedFields('api-key');
  const [choice, setChoice] = useState<ExpiryChoice>('90');
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const { fields, alert } = describeFailure(t, creation.error, {
    names: ['name', 'expires_at', 'password'],
    fallback: t('account.keyNotCreated'),
  });
  const errorOf = (name: string): string | false => missing[name] ?? fields[name] ?? false;

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const { name: typedName = '', expires_at: date = '', password = '' } = readFields(form);
    const name = typedName.trim();
    const expiry = readExpiry(choice, date, new Date());
    const found: Record<string, string> = {
      ...(name === ''
        ? { name: wordMessage(t, { code: 'key_name_missing', params: {} }, FIELD_MESSAGES.key_name_missing) }
        : {}),
      ...(expiry === undefined ? { expires_at: t('account.chooseDate') } : {}),
      ...(password === '' ? { password: t('accounts.enterPassword') } : {}),
    };
    setMissing(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (creation.isPending || expiry === undefined) return;
    creation.mutate({ name, expires_at: expiry, password }, { onSuccess: onMade });
  };

  return (
    <form ref={typed} onSubmit={onSubmit} noValidate>
      <Stack gap="md">
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
          error={errorOf('name')}
        />
        <NativeSelect
          label={t('account.keyExpiry')}
          size="md"
          value={choice}
          data={EXPIRY_CHOICES.map((value) => ({ value, label: t(`account.expiry.${value}`) }))}
          onChange={({ currentTarget }) => {
            const chosen = EXPIRY_CHOICES.find((each) => each === currentTarget.value);
            if (chosen !== undefined) setChoice(chosen);
          }}
          error={choice === 'date' ? false : errorOf('expires_at')}
        />
        {choice === 'date' && (
          <TextInput
            name="expires_at"
            type="date"
            label={t('account.keyLastDay')}
            size="md"
            min={today()}
            error={errorOf('expires_at')}
          />
        )}
        <PasswordConfirmation error={errorOf('password')} />
        {alert !== undefined && <Failure message={alert} error={creation.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {t('account.createKey')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
