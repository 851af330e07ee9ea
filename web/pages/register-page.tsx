import '../ui/component-styles.css';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RegistrationOptions } from '#contract/administration.ts';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { FormSkeleton } from '../features/accounts/form-skeleton.tsx';
import { RegisterForm } from '../features/accounts/register-form.tsx';
import { useLinkToken } from '../features/accounts/use-link-token.ts';
import { useRegistrationOptions } from '../features/accounts/use-registration-options.ts';
import { paths } from '../ui/paths.ts';

/** `/register`; an invitation leads to `/register#token=…` */
export function Component() {
  const { t } = useTranslation();
  const invitation = useLinkToken();
  const options = useRegistrationOptions();
  const refusal = findRefusal(options, invitation);
  const domains = invitation === undefined ? (options?.allowed_domains ?? []) : [];
  return (
    <AccountFrame
      title={refusal === undefined ? t('accounts.registerTitle') : t(`access.${refusal}Title`)}
      text={refusal === undefined ? t('accounts.registerText') : t(`access.${refusal}Text`)}
      footer={
        <>
          {t('accounts.haveAccount')}{' '}
          <Anchor component={Link} to={paths.login} underline="always">
            {t('accounts.login')}
          </Anchor>
        </>
      }
    >
      {options === undefined && <FormSkeleton fields={3} />}
      {options !== undefined && refusal === undefined && (
        <RegisterForm key={invitation} invitation={invitation} domains={domains} />
      )}
    </AccountFrame>
  );
}

/** Why the visitor cannot register, if so. An invitation does not help while registration is closed. */
function findRefusal(
  options: RegistrationOptions | null | undefined,
  invitation: string | undefined,
): 'closed' | 'invite' | undefined {
  if (options?.mode === 'closed') return 'closed';
  return options?.mode === 'invite' && invitation === undefined ? 'invite' : undefined;
}
