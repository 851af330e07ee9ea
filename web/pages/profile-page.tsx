import { useTranslation } from 'react-i18next';
import { ProfileSection } from '../features/accounts/profile-section.tsx';
import account from '../locales/en/account.json';
import { signInTexts } from '../locales/en/sign-in-texts.ts';
import { addTexts } from '../ui/add-texts.ts';
import { SettingsFrame } from '../ui/settings-frame.tsx';

addTexts({ account, ...signInTexts });

/** `/profile` */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsFrame title={t('account.profile')}>
      <ProfileSection />
    </SettingsFrame>
  );
}
