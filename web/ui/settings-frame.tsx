import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from './link.tsx';
import { PageTitle } from './page-title.tsx';
import { paths } from './paths.ts';
import classes from './settings.module.css';

const PLACES = [
  { path: paths.profile, label: 'account.profile' },
  { path: paths.account, label: 'account.account' },
  { path: paths.notifications, label: 'account.notifications' },
] as const;

export function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <nav aria-label={t('account.places')}>
        <ul className={classes.places}>
          {PLACES.map(({ path, label }) => (
            <li key={path}>
              <NavLink to={path}>{t(label)}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div>{children}</div>
    </>
  );
}
