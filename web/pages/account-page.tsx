import { useTranslation } from 'react-i18next';
import { settings } from '../api-client/settings.ts';
import { AppearanceSection } from '../app/layout/appearance-section.tsx';
import { ApiKeysSection } from '../features/accounts/api-keys-section.tsx';
import { DeleteAccountSection } from '../features/accounts/delete-account-section.tsx';
import { ExportSection } from '../features/accounts/export-section.tsx';
import { PasswordSection } from '../features/accounts/password-section.tsx';
import { SessionsSection } from '../features/accounts/sessions-section.tsx';
import { TwoFactorSection } from '../features/accounts/two-factor-section.tsx';
import account from '../locales/en/account.json';
import { signInTexts } from '../locales/en/sign-in-texts.ts';
import { addTexts } from '../ui/add-texts.ts';
import { SettingsFrame } from '../ui/settings-frame.tsx';

addTexts({ account, ...signInTexts });

/** `/account` */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsFrame title={t('account.account')}>
      {settings.localAccounts && <PasswordSection />}
      {settings.localAccounts && <TwoFactorSection />}
      <SessionsSection />
      <ApiKeysSection />
      <AppearanceSection />
      <ExportSection />
      <DeleteAccountSection />
    </SettingsFrame>
  );
}
