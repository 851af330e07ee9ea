import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BlankLessonDrawing } from '#web/ui/illustrations/blank-lesson.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';

/** The lesson of this address does not exist, or belongs to another instructor. */
export function NoLesson() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<BlankLessonDrawing />}
      title={<PageTitle>{t('lessons.notFound')}</PageTitle>}
      text={t('lessons.notFoundHelp')}
      action={
        <Button component={Link} to={paths.courses}>
          {t('lessons.backToCourses')}
        </Button>
      }
    />
  );
}
