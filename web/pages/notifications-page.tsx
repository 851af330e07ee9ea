import { useTranslation } from 'react-i18next';
import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import account from '../locales/en/account.json';
import { addTexts } from '../ui/add-texts.ts';
import { SettingsFrame } from '../ui/settings-frame.tsx';

addTexts({ account });

/** `/notifications` */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsFrame title={t('account.notifications')}>
      <NotificationSettings />
    </SettingsFrame>
  );
}
