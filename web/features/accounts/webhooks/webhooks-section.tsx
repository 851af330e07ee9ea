import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/webhooks.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from '../account.module.css';
import { useChangeWebhook, useDeleteWebhook, useTestWebhook, useWebhooks } from './webhooks.queries.ts';

const CreateWebhookDialog = lazy(async () => ({
  default: (await import('./create-webhook-dialog.tsx')).CreateWebhookDialog,
}));
const DeliveriesDialog = lazy(async () => ({
  default: (await import('./deliveries-dialog.tsx')).DeliveriesDialog,
}));

const CREATE = 'create-webhook';
const showId = (id: number): string => `deliveries-${id}`;
const deleteId = (id: number): string => `delete-webhook-${id}`;

/** Addresses of one's own programs that hear of events. */
export function WebhooksSection() {
  const { t } = useTranslation();
  const { data: webhooks, error, refetch, isFetching } = useWebhooks();
  const [isCreating, setIsCreating] = useState(false);
  const [shown, setShown] = useState<Webhook>();
  const [deleted, setDeleted] = useState<Webhook>();
  const focus = useFocusRequest();
  const close = (wanted: string): void => {
    setIsCreating(false);
    setShown(undefined);
    setDeleted(undefined);
    focus(wanted);
  };
  return (
    <SettingsSection
      id="webhooks-heading"
      title={t('account.webhooks.title')}
      text={t('account.webhooks.text')}
    >
      {error !== null && webhooks === undefined && (
        <Failure
          message={t('account.webhooks.failed')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {webhooks?.length === 0 && <p className={classes.quiet}>{t('account.webhooks.none')}</p>}
      {webhooks !== undefined && webhooks.length > 0 && (
        <ul className={classes.list}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onShow={setShown} onDelete={setDeleted} />
          ))}
        </ul>
      )}
      {webhooks !== undefined && (
        <div>
          <Button id={CREATE} variant="default" onClick={() => setIsCreating(true)}>
            {t('account.webhooks.create')}
          </Button>
        </div>
      )}
      <Suspense>
        {isCreating && <CreateWebhookDialog onClose={() => close(CREATE)} />}
        {shown !== undefined && <DeliveriesDialog webhook={shown} onClose={() => close(showId(shown.id))} />}
      </Suspense>
      {deleted !== undefined && (
        <DeleteDialog
          webhook={deleted}
          onDone={() => close(CREATE)}
          onClose={() => close(deleteId(deleted.id))}
        />
      )}
    </SettingsSection>
  );
}

function WebhookRow({
  webhook,
  onShow,
  onDelete,
}: {
  webhook: Webhook;
  onShow: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
}) {
  const { t } = useTranslation();
  const { id, url, events, is_active: isActive, is_failing: isFailing } = webhook;
  const test = useTestWebhook(id);
  const change = useChangeWebhook(id);
  const failure = test.error ?? change.error;
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.rowTitle}>
          <span dir="ltr">{url}</span>
        </div>
        <ul className={classes.facts}>
          <li>{events.map((event) => t(`account.webhooks.events.${event}`)).join(' · ')}</li>
          {!isActive && (
            <li className={classes.ended}>
              {isFailing ? t('account.webhooks.turnedOff') : t('account.webhooks.off')}
            </li>
          )}
        </ul>
        {failure !== null && <Failure message={explainFailure(t, failure)} error={failure} />}
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          loading={change.isPending}
          aria-label={t(isActive ? 'account.webhooks.turnOffOf' : 'account.webhooks.turnOnOf', { url })}
          onClick={() => change.mutate({ is_active: !isActive })}
        >
          {t(isActive ? 'account.webhooks.turnOff' : 'account.webhooks.turnOn')}
        </Button>
        <Button
          id={showId(id)}
          variant="default"
          size="xs"
          loading={test.isPending}
          aria-label={t('account.webhooks.testOf', { url })}
          onClick={() => test.mutate(undefined, { onSuccess: () => onShow(webhook) })}
        >
          {t('account.webhooks.test')}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={t('account.webhooks.showOf', { url })}
          onClick={() => onShow(webhook)}
        >
          {t('account.webhooks.show')}
        </Button>
        <Button
          id={deleteId(id)}
          variant="default"
          size="xs"
          aria-label={t('account.webhooks.deleteOf', { url })}
          onClick={() => onDelete(webhook)}
        >
          {t('account.webhooks.delete')}
        </Button>
      </div>
    </li>
  );
}

function DeleteDialog({
  webhook: { id, url },
  onDone,
  onClose,
}: {
  webhook: Webhook;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const deletion = useDeleteWebhook(id);
  return (
    <ConfirmDialog
      title={t('account.webhooks.deleteTitle')}
      text={t('account.webhooks.deleteText', { url })}
      confirmLabel={t('account.webhooks.delete')}
      isWorking={deletion.isPending}
      failure={deletion.isError ? explainFailure(t, deletion.error) : undefined}
      error={deletion.error}
      onConfirm={() => deletion.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    />
  );
}
