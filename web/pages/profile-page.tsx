import { useTranslation } from 'react-i18next';
import { ProfileSection } from '../features/accounts/profile-section.tsx';
import { SettingsFrame } from '../ui/settings-frame.tsx';

/** `/profile` */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsFrame title={t('account.profile')}>
      <ProfileSection />
    </SettingsFrame>
  );
}
