import { useTranslation } from 'react-i18next';
import { WorkAndQuizzes } from '../features/courses/work-and-quizzes.tsx';
import { ContinueList } from '../features/dashboard/continue-list.tsx';
import classes from '../features/dashboard/dashboard.module.css';
import { Figures } from '../features/dashboard/figures.tsx';
import { QuickActions } from '../features/dashboard/quick-actions.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** `/dashboard` */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('dashboard.title')}</PageTitle>
      <Figures />
      <div className={classes.columns}>
        <QuickActions />
        <ContinueList />
        <WorkAndQuizzes courseId="all" headingSize="h2" />
      </div>
    </>
  );
}
