import { NumberInput, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AccountContents } from '#contract/accounts.ts';
import type { AdministeredAccount, ResetLink } from '#contract/administration.ts';
import { request } from '#web/api-client/request.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { formatBytes, formatNumber } from '#web/ui/format.ts';
import { PasswordDialog } from '#web/ui/password-dialog.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { sectionPath } from './administration-paths.ts';
import {
  ACCOUNTS,
  useAccountContents,
  useChangeAccount,
  type AccountChange,
} from './administration.queries.ts';
import classes from './administration.module.css';
import { OneTimeLink } from './one-time-link.tsx';
import { OwnPasswordDialog } from './own-password-dialog.tsx';
import { explainFailure } from './section-frame.tsx';

/** Disables an account, makes its owner an administrator, removes a lost second factor; or undoes one of the first two. */
export function ChangeDialog({
  account: { id, email, is_active: isActive, is_staff: isStaff },
  what,
  onClose,
}: {
  account: AdministeredAccount;
  what: 'access' | 'role' | 'factor';
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const change = useChangeAccount(id);
  const queryClient = useQueryClient();
  const name =
    what === 'factor'
      ? 'removeFactor'
      : what === 'role'
        ? isStaff
          ? 'revoke'
          : 'grant'
        : isActive
          ? 'disable'
          : 'enable';
  const isDangerous = name !== 'grant' && name !== 'enable';
  const done = {
    access: isActive ? 'disabled' : 'enabled',
    role: 'roleChanged',
    factor: 'factorRemoved',
  } as const;
  const changes: Record<'access' | 'role', AccountChange> = {
    access: { is_active: !isActive },
    role: { is_staff: !isStaff },
  };
  return (
    <OwnPasswordDialog
      title={t(`administration.one.${name}Title`, { email })}
      text={t(`administration.one.${name}Text`, { email })}
      submitLabel={t(`administration.one.${name}`)}
      color={isDangerous ? 'red' : 'lapis'}
      call={async (password) => {
        if (what !== 'factor') await change.mutateAsync({ ...changes[what], password });
        else await request('DELETE', `/api/admin/accounts/${id}/two-factor/`, { body: { password } });
      }}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: ACCOUNTS });
        showToast('success', t(`administration.one.${done[what]}`), email);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function ResetLinkDialog({
  account: { id, email },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [link, setLink] = useState<ResetLink>();
  return (
    <OwnPasswordDialog
      title={t('administration.one.resetTitle', { email })}
      text={t('administration.one.resetText')}
      submitLabel={t('administration.one.resetCreate')}
      color="lapis"
      call={(password) =>
        request<ResetLink>('POST', `/api/admin/accounts/${id}/reset-link/`, { body: { password } })
      }
      result={
        link && (
          <OneTimeLink text={t('administration.one.resetReady', { email })} link={link} onDone={onClose} />
        )
      }
      onDone={setLink}
      onClose={onClose}
    />
  );
}

const COUNTED = ['courses', 'lessons', 'quizzes', 'conversations', 'api_keys'] as const;

export function DeleteAccountDialog({
  account: { id, email },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const contents = useAccountContents(id);
  return (
    <PasswordDialog
      title={t('administration.one.deleteTitle')}
      submitLabel={t('administration.one.deleteConfirm')}
      passwordHelp={t('administration.yourPasswordHelp')}
      failure={t('administration.notChanged')}
      check={({ email: typed = '' }) => ({
        email:
          typed.trim().toLowerCase() === email.toLowerCase()
            ? undefined
            : t('administration.one.deleteOtherEmail'),
      })}
      call={(password, { email: typed }) =>
        request('DELETE', `/api/admin/accounts/${id}/`, { body: { email: typed, password } })
      }
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: [...ACCOUNTS, 'list'] });
        void queryClient.invalidateQueries({ queryKey: ['administration', 'audit'] });
        showToast('success', t('administration.one.deleted'), email);
        void navigate(sectionPath('accounts'), { replace: true });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <WhenLoaded
            query={contents}
            failure={t('administration.one.contentsFailed')}
            loading={<Skeleton h={72} my="xs" />}
          >
            {(counted) => <Contents contents={counted} email={email} />}
          </WhenLoaded>
          <TextInput
            name="email"
            label={t('administration.one.deleteEmail')}
            description={t('administration.one.deleteEmailHelp', { email })}
            error={errorOf('email')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            withAsterisk={false}
            data-autofocus
            maxLength={254}
          />
        </>
      )}
    </PasswordDialog>
  );
}

function Contents({ contents, email }: { contents: AccountContents; email: string }) {
  const { t, i18n } = useTranslation();
  const size = formatBytes(contents.storage_bytes, i18n.language);
  return (
    <div>
      <Text className={classes.breakable}>{t('administration.one.deleteText', { email })}</Text>
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
        {contents.storage_bytes > 0 && <li>{t('administration.one.counts.files', { size })}</li>}
      </ul>
      <Text>{t('administration.one.deleteForGood')}</Text>
    </div>
  );
}

/** As sizes are shown everywhere in the app. */
const GIGABYTE = 1e9;
const MOST_GIGABYTES = 1_000_000;

/** Sets the storage limit of an account: the default of the installation or a separate one. */
export function QuotaDialog({
  account: { id, email, storage_quota_bytes: present },
  defaultBytes,
  onSaved,
  onClose,
}: {
  account: AdministeredAccount;
  defaultBytes: number;
  /** Receives the previous limit. */
  onSaved: (before: number | null) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const initial = Math.round(((present ?? defaultBytes) / GIGABYTE) * 1000) / 1000;
  const [{ isOwn, gigabytes }, setTyped] = useTyped<{ isOwn: boolean; gigabytes: number | string }>(
    `quota:${id}`,
    { isOwn: present !== null, gigabytes: initial },
  );
  const [isMissing, setIsMissing] = useState(false);
  const change = useChangeAccount(id);
  const save = (): void => {
    const isInvalid = isOwn && typeof gigabytes !== 'number';
    setIsMissing(isInvalid);
    if (isInvalid) return;
    const bytes = isOwn ? Math.round(Number(gigabytes) * GIGABYTE) : null;
    change.mutate(
      { storage_quota_bytes: bytes },
      {
        onSuccess: () => {
          onSaved(present);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('administration.one.quotaTitle', { email })}
      isDirty={isOwn !== (present !== null) || (isOwn && gigabytes !== initial)}
      size="md"
      onClose={onClose}
    >
      {(requestClose) => (
        <DialogForm
          submitLabel={t('common.save')}
          isWorking={change.isPending}
          failure={change.isError ? explainFailure(t, change.error) : undefined}
          error={change.error}
          onSubmit={save}
          onCancel={requestClose}
        >
          <Radio.Group
            aria-label={t('administration.one.storage')}
            value={isOwn ? 'own' : 'default'}
            onChange={(value) => setTyped({ isOwn: value === 'own', gigabytes })}
          >
            <Stack gap="sm">
              <Radio
                value="default"
                label={t('administration.one.quotaDefault', {
                  size: formatBytes(defaultBytes, i18n.language),
                })}
              />
              <Radio value="own" label={t('administration.one.quotaOwn')} />
            </Stack>
          </Radio.Group>
          {isOwn && (
            <NumberInput
              label={t('administration.one.quotaGigabytes')}
              description={t('administration.one.quotaHelp')}
              min={0}
              max={MOST_GIGABYTES}
              decimalScale={3}
              allowNegative={false}
              data-autofocus
              value={gigabytes}
              error={isMissing ? t('administration.one.quotaMissing') : undefined}
              onChange={(value) => setTyped({ isOwn, gigabytes: value })}
            />
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}
