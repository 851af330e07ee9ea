import '../ui/component-styles.css';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import type { PasswordResetDone } from '#contract/accounts.ts';
import { settings } from '../api-client/settings.ts';
import { AccountFrame, EndedAccessList } from '../features/accounts/account-frame.tsx';
import { RequestResetForm, SetPasswordForm } from '../features/accounts/reset-forms.tsx';
import { useLinkToken, useRegistrationOptions } from '../features/accounts/use-registration-options.ts';
import { signInTexts } from '../locales/en/sign-in-texts.ts';
import { addTexts } from '../ui/add-texts.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Link } from '../ui/link.tsx';
import { paths } from '../ui/paths.ts';
import { Skeletons } from '../ui/skeletons.tsx';

addTexts(signInTexts);

/** `/reset-password` asks for a link; `/reset-password#token=…` is where the link leads. */
export function Component() {
  const token = useLinkToken();
  if (!settings.localAccounts) return <Navigate to={paths.login} replace />;
  return token === undefined ? <RequestLink /> : <UseLink key={token} token={token} />;
}

function RequestLink() {
  const { t } = useTranslation();
  const options = useRegistrationOptions();
  const sendsNothing = options?.password_reset === 'administrator';
  return (
    <AccountFrame
      title={t('access.resetTitle')}
      text={sendsNothing ? t('access.resetByAdministrator') : t('access.resetText')}
      footer={<BackToLogin />}
    >
      {options === undefined && <Skeletons label={t('access.loading')} heights={[66, 42]} gap="md" />}
      {options !== undefined && !sendsNothing && <RequestResetForm />}
    </AccountFrame>
  );
}

function UseLink({ token }: { token: string }) {
  const { t } = useTranslation();
  const [done, setDone] = useState<PasswordResetDone>();
  if (done !== undefined) {
    return (
      <AccountFrame
        title={t('access.passwordSetTitle')}
        text={t('access.passwordSetText')}
        footer={<BackToLogin />}
      >
        <EndedAccessList
          ended={done.ended}
          text={done.verified_now ? t('access.verifiedText') : t('access.endedText')}
        />
        <LinkButton to={paths.login} size="large">
          {t('accounts.login')}
        </LinkButton>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={t('access.newPasswordTitle')}
      text={t('access.newPasswordText')}
      footer={<BackToLogin />}
    >
      <SetPasswordForm token={token} onDone={setDone} />
    </AccountFrame>
  );
}

function BackToLogin() {
  const { t } = useTranslation();
  return (
    <Anchor component={Link} to={paths.login} underline="always">
      {t('access.backToLogin')}
    </Anchor>
  );
}
