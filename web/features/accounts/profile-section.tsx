import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#contract/accounts.ts';
import { formatDate } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccount, useChangeProfile } from './account.queries.ts';

/** Name and department, which their owner may change, and the email address, which they may not. */
export function ProfileSection() {
  const { t, i18n } = useTranslation();
  const account = useAccount();
  return (
    <SettingsSection
      id="profile-heading"
      title={t('account.aboutYou')}
      text={
        account.data && t('account.memberSince', { date: formatDate(account.data.created_at, i18n.language) })
      }
    >
      <WhenLoaded
        query={account}
        failure={t('account.profileFailed')}
        loading={<Skeletons label={t('account.loading')} heights={[68, 68, 68]} gap="md" />}
      >
        {({ user }) => <ProfileForm user={user} />}
      </WhenLoaded>
    </SettingsSection>
  );
}

function ProfileForm({ user }: Pick<Account, 'user'>) {
  const { t } = useTranslation();
  const change = useChangeProfile();
  const [values, setValues, settle] = useTyped('profile', { name: user.name, department: user.department });
  const [done, setDone] = useState<string | null>(null);
  return (
    <AccountForm
      loadSchema={async () => (await import('#contract/accounts.ts')).profileChange}
      fallback={t('account.profileNotSaved')}
      send={async (input) => {
        setDone(null);
        await change.mutateAsync(input);
        settle(values);
        setDone(t('account.saved'));
      }}
      submit={t('common.save')}
      working={t('account.saving')}
      done={done}
    >
      {(errorOf) => (
        <>
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
            value={values.name}
            onChange={({ currentTarget }) => setValues({ ...values, name: currentTarget.value })}
            error={errorOf('name')}
          />
          <TextInput
            name="department"
            label={t('account.department')}
            autoComplete="organization"
            dir="auto"
            maxLength={200}
            size="md"
            value={values.department}
            onChange={({ currentTarget }) => setValues({ ...values, department: currentTarget.value })}
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
        </>
      )}
    </AccountForm>
  );
}
