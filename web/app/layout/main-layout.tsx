import { Group } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { paths } from '../../ui/paths.ts';
import { ActivityTray } from './activity-tray.tsx';
import classes from './layout.module.css';
import { BottomNavigation, SideNavigation } from './navigation.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useLiveUpdates } from './use-live-updates.ts';
import { UserMenu } from './user-menu.tsx';

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

/** The frame of every screen behind the login: header, side navigation, and the bottom navigation of a phone. */
export function Component() {
  const { t } = useTranslation();
  useLiveUpdates();
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('layout.skip')}
      </a>
      <header className={classes.header}>
        <Link to={paths.courses} className={classes.home} aria-label="Lectern">
          <Logo />
        </Link>
        <Group gap="xs" wrap="nowrap">
          <ActivityTray />
          <UserMenu />
        </Group>
      </header>
      <div className={classes.body}>
        <SideNavigation />
        <main id="main" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <BottomNavigation />
      <Shortcuts />
      <Suspense>
        <Toasts />
      </Suspense>
      <ScrollRestoration />
    </>
  );
}
