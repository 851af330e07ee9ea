import '../ui/component-styles.css';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RegistrationOptions } from '#contract/administration.ts';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { settings } from '../api-client/settings.ts';
import { ProviderButton } from '../features/accounts/provider-button.tsx';
import {
  RegisterForm,
  RequestRegistrationForm,
  useRegistrationProof,
} from '../features/accounts/register-forms.tsx';
import { useLinkToken, useRegistrationOptions } from '../features/accounts/use-registration-options.ts';
import { signInTexts } from '../locales/en/sign-in-texts.ts';
import { addTexts } from '../ui/add-texts.ts';
import { Link } from '../ui/link.tsx';
import { paths } from '../ui/paths.ts';
import { Skeletons } from '../ui/skeletons.tsx';

addTexts(signInTexts);

/** `/register`; an invitation leads to `/register#token=…`, a mailed link to `/register#verification=…` */
export function Component() {
  const { t } = useTranslation();
  const invitation = useLinkToken();
  const proof = useRegistrationProof();
  const options = useRegistrationOptions();
  // The server knows whether a mailed link was requested with an invitation.
  const hasLink = invitation !== undefined || proof !== undefined;
  if (!settings.localAccounts) return <OnlyProvider />;
  const refusal = findRefusal(options, hasLink);
  const needsLink = options?.needs_link === true && proof === undefined;
  const domains = hasLink ? [] : (options?.allowed_domains ?? []);
  const text = (): string => {
    if (refusal !== undefined) return t(`access.${refusal}Text`);
    if (needsLink) return t('access.registerLinkText');
    return t(proof === undefined ? 'accounts.registerText' : 'access.registerFinishText');
  };
  return (
    <AccountFrame
      title={refusal === undefined ? t('accounts.registerTitle') : t(`access.${refusal}Title`)}
      text={text()}
      footer={
        <>
          {t('accounts.haveAccount')}{' '}
          <Anchor component={Link} to={paths.login} underline="always">
            {t('accounts.login')}
          </Anchor>
        </>
      }
    >
      {options === undefined && <Skeletons label={t('access.loading')} heights={[66, 66, 66, 42]} gap="md" />}
      {options !== undefined && refusal === undefined && needsLink && (
        <RequestRegistrationForm key={invitation} invitation={invitation} domains={domains} />
      )}
      {options !== undefined && refusal === undefined && !needsLink && (
        <RegisterForm
          key={proof?.verification ?? invitation}
          invitation={invitation}
          domains={domains}
          proof={proof}
        />
      )}
    </AccountFrame>
  );
}

/** Without local accounts, the first sign-in with the provider creates the account. */
function OnlyProvider() {
  const { t } = useTranslation();
  const name = settings.signInProvider ?? t('signIn.byInstitution');
  return (
    <AccountFrame title={t('accounts.loginTitle')} text={t('signIn.onlyProvider', { name })}>
      <ProviderButton />
    </AccountFrame>
  );
}

/** Why the visitor cannot register, if so. An invitation does not help while registration is closed. */
function findRefusal(
  options: RegistrationOptions | null | undefined,
  hasLink: boolean,
): 'closed' | 'invite' | 'first' | undefined {
  if (options?.awaits_first_administrator === true && !hasLink) return 'first';
  if (options?.mode === 'closed') return 'closed';
  return options?.mode === 'invite' && !hasLink ? 'invite' : undefined;
}
