import { ActionIcon, Group } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { furtherTexts } from '#web/locales/en/further-texts.ts';
import { addTexts } from '#web/ui/add-texts.ts';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { paths } from '#web/ui/paths.ts';
import '#web/ui/component-styles.css';
import { useSession } from '#web/api-client/use-session.ts';
import { UnsavedQuestion } from '#web/ui/unsaved-question.tsx';
import { HeaderSearch } from '#web/features/search/header-search.tsx';
import { createQueryClient } from '../query-client.ts';
import classes from './layout.module.css';
import { BottomNavigation, SideNavigation } from './navigation.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useLiveUpdates } from './use-live-updates.ts';

addTexts(furtherTexts);

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

// The menus bring a good deal of code that the first picture of a screen can do without.
const ActivityTray = lazy(async () => ({ default: (await import('./activity-tray.tsx')).ActivityTray }));
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

/**
 * The frame of every screen behind the login: header, side navigation, and the bottom navigation of a phone. Answers
 * are remembered per person: the next who signs in on the same page begins with none.
 */
export function Component() {
  return <PersonalLayout key={useSession().user?.id} />;
}

function PersonalLayout() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const { t } = useTranslation();
  useLiveUpdates();
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('layout.skip')}
      </a>
      <header className={`${classes.header ?? ''} ${classes.signedIn ?? ''}`}>
        <Link to={paths.courses} className={classes.home} aria-label="Lectern">
          <Logo />
        </Link>
        <HeaderSearch />
        <Group gap="xs" wrap="nowrap">
          <Suspense fallback={<MenusToCome />}>
            <ActivityTray />
            <UserMenu />
          </Suspense>
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
      <UnsavedQuestion />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}

/** Keeps the header from moving when the menus arrive. */
const MenusToCome = () => (
  <>
    <ActionIcon variant="transparent" size={40} component="span" />
    <ActionIcon variant="transparent" size={36} component="span" />
  </>
);
