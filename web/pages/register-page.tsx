import '../ui/component-styles.css';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { RegisterForm } from '../features/accounts/register-form.tsx';
import { paths } from '../ui/paths.ts';

/** `/register` */
export function Component() {
  const { t } = useTranslation();
  return (
    <AccountFrame
      title={t('accounts.registerTitle')}
      text={t('accounts.registerText')}
      footer={
        <>
          {t('accounts.haveAccount')}{' '}
          <Anchor component={Link} to={paths.login} underline="always">
            {t('accounts.login')}
          </Anchor>
        </>
      }
    >
      <RegisterForm />
    </AccountFrame>
  );
}
