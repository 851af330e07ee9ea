import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_EVENTS, webhookRequest, type NewWebhook } from '#contract/webhooks.ts';
import { copyText } from '#web/ui/copy-text.ts';
import classes from '#web/ui/dialog.module.css';
import { Failure } from '#web/ui/failure.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { explainFailure, wordFieldText } from '#web/ui/word-message.ts';
import accountClasses from '../account.module.css';
import { useCreateWebhook } from './webhooks.queries.ts';

/** Asks for address and events, and then shows the secret once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [made, setMade] = useState<NewWebhook>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(made === undefined ? 'account.webhooks.create' : 'account.webhooks.newTitle')}
      classNames={{ title: classes.title }}
      size="md"
      returnFocus={false}
      // A click outside the dialog must not lose a secret that is shown only once.
      closeOnClickOutside={made === undefined}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {made === undefined ? (
        <CreateForm onMade={setMade} onClose={onClose} />
      ) : (
        <NewSecret secret={made.secret} onClose={onClose} />
      )}
    </Modal>
  );
}

function CreateForm({ onMade, onClose }: { onMade: (webhook: NewWebhook) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const creation = useCreateWebhook();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const [errors, setErrors] = useState<Partial<Record<'url' | 'events', string>>>({});
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = webhookRequest.safeParse({ url, events });
    const found: typeof errors = {};
    for (const { path, message } of read.error?.issues ?? [])
      found[path[0] === 'url' ? 'url' : 'events'] ??= wordFieldText(t, message);
    setErrors(found);
    if (read.success) creation.mutate(read.data, { onSuccess: onMade });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('account.webhooks.url')}
          description={t('account.webhooks.urlHelp')}
          placeholder="https://example.org/lectern"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={url}
          error={errors.url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Checkbox.Group
          label={t('account.webhooks.eventsLabel')}
          value={events}
          error={errors.events}
          onChange={setEvents}
        >
          <Stack gap="xs" mt="xs">
            {WEBHOOK_EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={t(`account.webhooks.events.${event}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {creation.isError && <Failure message={explainFailure(t, creation.error)} error={creation.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {t('account.webhooks.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <span>{t('account.webhooks.secretText')}</span>
      <TextInput
        label={t('account.webhooks.secret')}
        readOnly
        size="md"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: accountClasses.key ?? '' }}
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.6} aria-hidden />}
          data-autofocus
          onClick={() =>
            void copyText(secret, {
              copied: t('account.webhooks.secretCopied'),
              notCopied: t('account.webhooks.secretNotCopied'),
              notCopiedHelp: t('account.keyNotCopiedHelp'),
            })
          }
        >
          {t('account.webhooks.copySecret')}
        </Button>
        <Button onClick={onClose}>{t('account.done')}</Button>
      </Group>
    </Stack>
  );
}
