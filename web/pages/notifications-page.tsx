import { useTranslation } from 'react-i18next';
import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import { SettingsFrame } from '../ui/settings-frame.tsx';

/** `/notifications` */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsFrame title={t('account.notifications')}>
      <NotificationSettings />
    </SettingsFrame>
  );
}
