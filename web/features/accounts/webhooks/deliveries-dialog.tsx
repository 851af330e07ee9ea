import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import classes from '#web/ui/dialog.module.css';
import { Failure } from '#web/ui/failure.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { Modal } from '#web/ui/modal.tsx';
import accountClasses from '../account.module.css';
import { useDeliveries } from './webhooks.queries.ts';

/** The last messages to a webhook, and what became of them. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: deliveries, error, refetch, isFetching } = useDeliveries(webhook.id);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('account.webhooks.deliveries')}
      classNames={{ title: classes.title }}
      size="lg"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {deliveries === undefined && error !== null && (
        <Failure
          message={t('account.webhooks.deliveriesFailed')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {deliveries?.length === 0 && (
        <p className={accountClasses.quiet}>{t('account.webhooks.noDeliveries')}</p>
      )}
      {deliveries !== undefined && deliveries.length > 0 && (
        <ul className={accountClasses.list}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { t, i18n } = useTranslation();
  const { event, status, attempts, error, created_at: createdAt } = delivery;
  const standing = status === 'waiting' && attempts > 0 ? 'retrying' : status;
  return (
    <li className={accountClasses.row}>
      <div className={accountClasses.rowText}>
        <div className={accountClasses.rowTitle}>{t(`account.webhooks.events.${event}`)}</div>
        <ul className={accountClasses.facts}>
          <li>{formatDateTime(createdAt, i18n.language)}</li>
          <li>{t('account.webhooks.attempts', { count: attempts })}</li>
          {error !== null && (
            <li lang="en" dir="ltr">
              {error}
            </li>
          )}
        </ul>
      </div>
      <span className={status === 'failed' ? accountClasses.ended : undefined} role="status">
        {t(`account.webhooks.statuses.${standing}`)}
      </span>
    </li>
  );
}
