import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#contract/accounts.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatDate } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useTypedFields } from '#web/ui/typed-values.ts';
import classes from './account.module.css';
import { useAccount, useChangeProfile } from './account.queries.ts';
import { DoneNote } from './done-note.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Name and department, which their owner may change, and the email address, which they may not. */
export function ProfileSection() {
  const { t, i18n } = useTranslation();
  const { data: account, error, refetch, isFetching } = useAccount();
  return (
    <SettingsSection
      id="profile-heading"
      title={t('account.aboutYou')}
      text={
        account === undefined
          ? undefined
          : t('account.memberSince', { date: formatDate(account.created_at, i18n.language) })
      }
    >
      {account !== undefined && <ProfileForm account={account} />}
      {account === undefined && error === null && <ProfileSkeleton />}
      {account === undefined && error !== null && (
        <Failure
          message={t('account.profileFailed')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </SettingsSection>
  );
}

function ProfileForm({ account: { user } }: { account: Account }) {
  const { t } = useTranslation();
  const change = useChangeProfile();
  const typed = useTypedFields('profile');
  const [isSaved, setIsSaved] = useState(false);
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema: async () => (await import('#contract/accounts.ts')).profileChange,
    fallback: t('account.profileNotSaved'),
    send: async (input) => {
      await change.mutateAsync(input);
      setIsSaved(true);
    },
  });
  return (
    <form
      ref={typed}
      onSubmit={(event) => {
        setIsSaved(false);
        return onSubmit(event);
      }}
      noValidate
    >
      {alert !== undefined && <Failure message={alert} error={error} />}
      <fieldset className={classes.fields}>
        <TextInput
          name="name"
          label={t('account.name')}
          description={t('account.nameHelp')}
          autoComplete="name"
          required
          withAsterisk={false}
          dir="auto"
          maxLength={200}
          size="md"
          defaultValue={user.name}
          error={errorOf('name')}
        />
        <TextInput
          name="department"
          label={t('account.department')}
          autoComplete="organization"
          dir="auto"
          maxLength={200}
          size="md"
          defaultValue={user.department}
          error={errorOf('department')}
        />
        <TextInput
          label={t('accounts.email')}
          description={t('account.emailHelp')}
          type="email"
          autoComplete="off"
          readOnly
          size="md"
          value={user.email}
        />
        <div className={classes.buttons}>
          <Button type="submit" size="md" aria-disabled={isWorking}>
            {isWorking ? t('account.saving') : t('common.save')}
          </Button>
          <DoneNote text={isSaved ? t('account.saved') : undefined} />
        </div>
      </fieldset>
    </form>
  );
}

function ProfileSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.fields} role="status" aria-busy="true" aria-label={t('account.loading')}>
      <Skeleton h={68} />
      <Skeleton h={68} />
      <Skeleton h={68} />
    </div>
  );
}
