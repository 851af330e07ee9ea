import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountApiKey } from '#contract/accounts.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import list from '#web/ui/list.module.css';
import { PasswordDialog } from '#web/ui/password-dialog.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import classes from './account.module.css';
import { API_KEYS, endAccess, useApiKeys } from './account.queries.ts';

const CreateKeyDialog = lazy(async () => ({
  default: (await import('./create-key-dialog.tsx')).CreateKeyDialog,
}));

const CREATE = 'create-api-key';
const revokeIdOf = (id: string): string => `revoke-api-key-${id}`;

/** The API keys: the one that logins return, which the browser itself uses, and those that the owner named. */
export function ApiKeysSection() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<AccountApiKey>();
  const focus = useFocusRequest();
  const close = (focused: string): void => {
    setIsCreating(false);
    setRevoked(undefined);
    focus(focused);
  };
  return (
    <SettingsSection id="api-keys-heading" title={t('account.apiKeys')} text={t('account.apiKeysText')}>
      <WhenLoaded
        query={useApiKeys()}
        failure={t('account.keysFailed')}
        loading={<Skeletons label={t('account.loading')} heights={[40]} />}
      >
        {(keys) => (
          <>
            <ul className={list.list}>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={setRevoked} />
              ))}
            </ul>
            <div>
              <Button id={CREATE} variant="default" onClick={() => setIsCreating(true)}>
                {t('account.createKey')}
              </Button>
            </div>
          </>
        )}
      </WhenLoaded>
      {isCreating && (
        <Suspense>
          <CreateKeyDialog onClose={() => close(CREATE)} />
        </Suspense>
      )}
      {revoked !== undefined && (
        <PasswordDialog
          title={t('account.revokeKeyTitle')}
          submitLabel={t('account.revokeKey')}
          failure={t('account.revokeFailed')}
          call={(password) => endAccess(`${API_KEYS}${revoked.id}/`, password)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys });
            close(CREATE);
          }}
          onClose={() => close(revokeIdOf(revoked.id))}
        >
          <span dir="auto">
            {revoked.kind === 'sign_in'
              ? t('account.replaceKeyText')
              : t('account.revokeKeyText', { name: revoked.name })}
          </span>
        </PasswordDialog>
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
  const use = (): string => {
    if (kind === 'sign_in') return t('account.signInKeyText');
    if (lastUsedAt === null) return t('account.neverUsed');
    return t('account.lastUsed', { date: formatDateTime(lastUsedAt, i18n.language) });
  };
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.rowTitle}>
          <bdi>{name}</bdi>
        </div>
        <ul className={classes.facts}>
          <li className={isExpired ? classes.ended : undefined}>{expiry()}</li>
          <li>{use()}</li>
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
        onClick={() => onRevoke(apiKey)}
      >
        {t('account.revokeKey')}
      </Button>
    </li>
  );
}
