import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { PageTitle } from '#web/ui/page-title.tsx';
import classes from './administration.module.css';
import navigationClasses from './section-navigation.module.css';
import { sectionPath, SECTIONS, type Section } from './administration-paths.ts';

/** The header of each administration page: section navigation, title, description and main action. */
export function SectionFrame({
  section,
  title,
  help,
  action,
  children,
}: {
  section: Section;
  /** Instead of the section's name. */
  title?: ReactNode;
  help?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const name = t(`administration.sections.${section}`);
  return (
    <>
      <SectionNavigation current={section} />
      {title ?? (
        <div className={classes.head}>
          <div className={classes.headText}>
            <PageTitle tabTitle={`${name} · ${t('administration.title')}`}>{name}</PageTitle>
            {help !== undefined && <p className={classes.help}>{help}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </>
  );
}

function SectionNavigation({ current }: { current: Section }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <nav className={navigationClasses.navigation} aria-label={t('administration.title')}>
        <ul>
          {SECTIONS.map((section) => (
            <li key={section}>
              <Link to={sectionPath(section)} aria-current={section === current ? 'page' : undefined}>
                {t(`administration.sections.${section}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={navigationClasses.phoneNavigation}>
        <NativeSelect
          aria-label={t('administration.section')}
          value={current}
          data={SECTIONS.map((section) => ({
            value: section,
            label: `${t('administration.title')}: ${t(`administration.sections.${section}`)}`,
          }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = SECTIONS.find((section) => section === value);
            if (chosen !== undefined) void navigate(sectionPath(chosen));
          }}
        />
      </div>
    </>
  );
}
