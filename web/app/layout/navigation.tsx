import {
  IconBooks,
  IconLayoutDashboard,
  IconListCheck,
  IconMessageCircle,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './layout.module.css';

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

export function SideNavigation() {
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

export function BottomNavigation() {
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
