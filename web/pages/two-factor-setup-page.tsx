import '../ui/component-styles.css';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { signOut } from '../api-client/sign-out.ts';
import { useSession } from '../api-client/use-session.ts';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { TwoFactorSetUp } from '../features/accounts/two-factor-set-up.tsx';
import { signInTexts } from '../locales/en/sign-in-texts.ts';
import { addTexts } from '../ui/add-texts.ts';
import { paths } from '../ui/paths.ts';

addTexts(signInTexts);

/** `/two-factor-setup`: the only screen while the installation requires a second factor that is not set up. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user, mustSetUpTwoFactor } = useSession();
  // Kept while the recovery codes are shown, when the requirement is met already.
  const [isNeeded] = useState(mustSetUpTwoFactor);
  if (user === null) return <Navigate to={paths.login} replace />;
  if (!isNeeded) return <Navigate to={paths.courses} replace />;
  return (
    <AccountFrame
      title={t('signIn.setupTitle')}
      text={t('signIn.setupText')}
      footer={
        <Anchor component="button" type="button" underline="always" onClick={signOut}>
          {t('signIn.signOut')}
        </Anchor>
      }
    >
      <TwoFactorSetUp isOn={false} onDone={() => void navigate(paths.courses)} />
    </AccountFrame>
  );
}
