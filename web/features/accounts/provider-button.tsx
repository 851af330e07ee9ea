import { Button } from '@mantine/core';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '#web/api-client/settings.ts';
import { leaveForProvider } from './provider-return.ts';
import classes from './account.module.css';

/** Signs in with the institution, where there is one. */
export function ProviderButton() {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const name = settings.signInProvider;
  useEffect(() => {
    // The browser's back button shows the page as it was left.
    const comeBack = (): void => setIsLeaving(false);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  if (name === null) return null;
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        classNames={{ root: classes.provider ?? '', label: classes.label ?? '' }}
        leftSection={<IconBuildingCommunity size={20} stroke={1.6} aria-hidden />}
        aria-disabled={isLeaving}
        onClick={() => {
          setIsLeaving(true);
          leaveForProvider();
        }}
      >
        {isLeaving ? t('signIn.leaving', { name }) : t('signIn.with', { name })}
      </Button>
      {settings.localAccounts && <p className={classes.or}>{t('signIn.or')}</p>}
    </>
  );
}
