import { ActionIcon, Group } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router';
import { furtherTexts } from '#web/locales/en/further-texts.ts';
import { addTexts } from '#web/ui/add-texts.ts';
import { Link, NavLink } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { paths } from '#web/ui/paths.ts';
import '#web/ui/component-styles.css';
import { useSession } from '#web/api-client/use-session.ts';
import { UnsavedQuestion } from '#web/ui/unsaved-question.tsx';
import { HeaderSearch } from '#web/features/search/header-search.tsx';
import { createQueryClient } from '../query-client.ts';
import classes from './layout.module.css';
import { useLiveUpdates } from './use-live-updates.ts';
import {
  IconBooks,
  IconLayoutDashboard,
  IconListCheck,
  IconMessageCircle,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import { openSearch } from '#web/ui/open-search.ts';

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

/** How long after `g` the second key counts. */
const SEQUENCE_MILLISECONDS = 1_500;

const DESTINATIONS: Readonly<Record<string, string>> = {
  c: paths.courses,
  d: paths.dashboard,
  a: paths.chat,
  u: paths.upload,
  q: paths.quiz,
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Open dialogs and menus keep the focus. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** The page's own search box, if it has one: the element marked with `data-search`. */
function focusPageSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('input[data-search]');
  box?.focus();
  box?.select();
  return box !== null;
}

/** Listens for the keys of every page, and lists them on `?`. Keys typed into fields are left alone. */
function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const lastG = useRef(Number.NEGATIVE_INFINITY);
  // Where the keys were before the list took the focus, to be given back when it closes.
  const focusedBefore = useRef<Element>(null);
  useEffect(() => {
    if (isOpen) return;
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    focusedBefore.current = null;
  }, [isOpen]);
  useEffect(() => {
    const openList = (): void => {
      focusedBefore.current ??= document.activeElement;
      setIsOpen(true);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const destination = DESTINATIONS[event.key];
      if (event.timeStamp - lastG.current < SEQUENCE_MILLISECONDS && destination !== undefined) {
        lastG.current = Number.NEGATIVE_INFINITY;
        void navigate(destination);
      } else if (event.key === 'g') lastG.current = event.timeStamp;
      else if (event.key === '?') openList();
      else if (isInDialog(event.target)) return;
      else if (event.key === '/') {
        // The key itself is not to be typed into the field.
        event.preventDefault();
        openSearch();
      } else if (event.key === 's' && focusPageSearch()) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
  return isOpen ? (
    <Suspense>
      <ShortcutList onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null;
}

interface Entry {
  path: string;
  icon: Icon;
  label:
    | 'layout.myCourses'
    | 'layout.dashboard'
    | 'layout.assistant'
    | 'layout.uploadContent'
    | 'layout.createQuiz';
  shortLabel: 'layout.courses' | 'layout.dashboard' | 'layout.chat' | 'layout.upload' | 'layout.quiz';
}

const ENTRIES: readonly Entry[] = [
  { path: paths.courses, icon: IconBooks, label: 'layout.myCourses', shortLabel: 'layout.courses' },
  {
    path: paths.dashboard,
    icon: IconLayoutDashboard,
    label: 'layout.dashboard',
    shortLabel: 'layout.dashboard',
  },
  { path: paths.chat, icon: IconMessageCircle, label: 'layout.assistant', shortLabel: 'layout.chat' },
  { path: paths.upload, icon: IconUpload, label: 'layout.uploadContent', shortLabel: 'layout.upload' },
  { path: paths.quiz, icon: IconListCheck, label: 'layout.createQuiz', shortLabel: 'layout.quiz' },
];

function SideNavigation() {
  const { t } = useTranslation();
  return (
    <nav className={classes.side} aria-label={t('layout.mainNavigation')}>
      <ul className={classes.sideList}>
        {ENTRIES.map(({ path, icon: EntryIcon, label }) => (
          <li key={path}>
            <NavLink to={path} className={classes.entry}>
              <EntryIcon size={20} stroke={1.6} aria-hidden />
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BottomNavigation() {
  const { t } = useTranslation();
  return (
    <nav className={classes.bottom} aria-label={t('layout.mobileNavigation')}>
      <ul className={classes.bottomList}>
        {ENTRIES.map(({ path, icon: EntryIcon, shortLabel }) => (
          <li key={path}>
            <NavLink to={path} className={classes.entry}>
              <EntryIcon size={22} stroke={1.6} aria-hidden />
              {t(shortLabel)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
