import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountApiKey } from '#contract/accounts.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import classes from './account.module.css';
import { useApiKeys, useRevokeApiKey } from './account.queries.ts';
import { PasswordDialog } from './password-dialog.tsx';

const CreateKeyDialog = lazy(async () => ({
  default: (await import('./create-key-dialog.tsx')).CreateKeyDialog,
}));

const CREATE = 'create-api-key';
const revokeIdOf = (id: string): string => `revoke-api-key-${id}`;

/** The API keys: the one that logins return, which the browser itself uses, and those that the owner named. */
export function ApiKeysSection() {
  const { t } = useTranslation();
  const { data: keys, error, refetch, isFetching } = useApiKeys();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<AccountApiKey>();
  const focus = useFocusRequest();
  return (
    <SettingsSection id="api-keys-heading" title={t('account.apiKeys')} text={t('account.apiKeysText')}>
      {keys === undefined && error === null && (
        <div role="status" aria-busy="true" aria-label={t('account.loading')}>
          <Skeleton h={40} />
        </div>
      )}
      {keys === undefined && error !== null && (
        <Failure
          message={t('account.keysFailed')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {keys !== undefined && (
        <ul className={classes.list}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={setRevoked} />
          ))}
        </ul>
      )}
      {keys !== undefined && (
        <div>
          <Button
            id={CREATE}
            variant="default"
            onClick={() => {
              setIsCreating(true);
            }}
          >
            {t('account.createKey')}
          </Button>
        </div>
      )}
      {isCreating && (
        <Suspense>
          <CreateKeyDialog
            onClose={() => {
              setIsCreating(false);
              focus(CREATE);
            }}
          />
        </Suspense>
      )}
      {revoked !== undefined && (
        <RevokeDialog
          apiKey={revoked}
          onDone={() => {
            setRevoked(undefined);
            focus(CREATE);
          }}
          onClose={() => {
            setRevoked(undefined);
            focus(revokeIdOf(revoked.id));
          }}
        />
      )}
    </SettingsSection>
  );
}

const isPast = (time: string): boolean => new Date(time) <= new Date();

function KeyRow({ apiKey, onRevoke }: { apiKey: AccountApiKey; onRevoke: (apiKey: AccountApiKey) => void }) {
  const { t, i18n } = useTranslation();
  const { id, kind, created_at: createdAt, last_used_at: lastUsedAt, expires_at: expiresAt } = apiKey;
  const name = kind === 'sign_in' ? t('account.signInKey') : apiKey.name;
  const isExpired = expiresAt !== null && isPast(expiresAt);
  const expiry = (): string => {
    if (expiresAt === null) return t('account.neverExpires');
    const date = formatDate(expiresAt, i18n.language);
    return isExpired ? t('account.expiredOn', { date }) : t('account.expiresOn', { date });
  };
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.rowTitle}>
          <bdi>{name}</bdi>
        </div>
        <ul className={classes.facts}>
          <li className={isExpired ? classes.ended : undefined}>{expiry()}</li>
          <li>
            {kind === 'sign_in' && t('account.signInKeyText')}
            {kind === 'named' &&
              (lastUsedAt === null
                ? t('account.neverUsed')
                : t('account.lastUsed', { date: formatDateTime(lastUsedAt, i18n.language) }))}
          </li>
          {createdAt !== null && (
            <li>{t('account.createdOn', { date: formatDate(createdAt, i18n.language) })}</li>
          )}
        </ul>
      </div>
      <Button
        id={revokeIdOf(id)}
        variant="default"
        size="xs"
        aria-label={t('account.revokeKeyNamed', { name })}
        onClick={() => {
          onRevoke(apiKey);
        }}
      >
        {t('account.revokeKey')}
      </Button>
    </li>
  );
}

function RevokeDialog({
  apiKey: { id, kind, name },
  onDone,
  onClose,
}: {
  apiKey: AccountApiKey;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const revocation = useRevokeApiKey(id);
  return (
    <PasswordDialog
      title={t('account.revokeKeyTitle')}
      confirmLabel={t('account.revokeKey')}
      failure={t('account.revokeFailed')}
      confirmation={revocation}
      onDone={onDone}
      onClose={onClose}
    >
      <span dir="auto">
        {kind === 'sign_in' ? t('account.replaceKeyText') : t('account.revokeKeyText', { name })}
      </span>
    </PasswordDialog>
  );
}
