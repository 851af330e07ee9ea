import { Title } from '@mantine/core';
import { IconListCheck, IconMessageCircle, IconPlus, IconUpload, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './dashboard.module.css';

const ACTIONS: readonly {
  path: string;
  icon: Icon;
  label: 'dashboard.addCourse' | 'dashboard.upload' | 'dashboard.createQuiz' | 'dashboard.ask';
}[] = [
  { path: `${paths.courses}?new=1`, icon: IconPlus, label: 'dashboard.addCourse' },
  { path: paths.upload, icon: IconUpload, label: 'dashboard.upload' },
  { path: paths.quiz, icon: IconListCheck, label: 'dashboard.createQuiz' },
  { path: paths.chat, icon: IconMessageCircle, label: 'dashboard.ask' },
];

/** What most people come to do. */
export function QuickActions() {
  const { t } = useTranslation();
  return (
    <section className={classes.actions}>
      <Title order={2} mb="sm">
        {t('dashboard.quickActions')}
      </Title>
      <ul className={classes.list}>
        {ACTIONS.map(({ path, icon: ActionIcon, label }) => (
          <li key={path} className={classes.entry}>
            <ActionIcon size={20} stroke={1.6} color="var(--lectern-lapis)" aria-hidden />
            <div className={classes.entryText}>
              <Link to={path} className={classes.entryLink}>
                {t(label)}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
