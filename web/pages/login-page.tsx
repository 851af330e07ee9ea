import '../ui/component-styles.css';
import { Anchor, Alert } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '../api-client/settings.ts';
import { useSession } from '../api-client/use-session.ts';
import { SignInSteps } from '../features/accounts/sign-in-steps.tsx';
import { signInTexts } from '../locales/en/sign-in-texts.ts';
import { addTexts } from '../ui/add-texts.ts';
import { Link } from '../ui/link.tsx';
import { paths } from '../ui/paths.ts';

addTexts(signInTexts);

/** `/login` */
export function Component() {
  const { t } = useTranslation();
  const { expired, deleted } = useSession();
  // Kept while the form is mounted, even if the session changes.
  const [ending] = useState({ expired, deleted });
  return (
    <SignInSteps
      notice={
        (ending.expired || ending.deleted) && (
          <Alert role="status" color="gray" mb="md">
            {ending.deleted ? t('access.deleted') : t('accounts.expired')}
          </Alert>
        )
      }
      footer={
        settings.localAccounts && (
          <>
            {t('accounts.noAccount')}{' '}
            <Anchor component={Link} to={paths.register} underline="always">
              {t('accounts.register')}
            </Anchor>
          </>
        )
      }
    />
  );
}
