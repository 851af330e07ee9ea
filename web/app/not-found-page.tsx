import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../api-client/use-session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LostPageDrawing } from '../ui/illustrations/lost-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';

/** An address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const isSignedIn = useSession().user !== null;
  return (
    <EmptyState
      drawing={<LostPageDrawing />}
      title={<PageTitle>{t('common.notFoundTitle')}</PageTitle>}
      text={t('common.notFoundText')}
      action={
        <Button component={Link} to={isSignedIn ? paths.courses : paths.welcome}>
          {isSignedIn ? t('layout.myCourses') : t('common.toWelcome')}
        </Button>
      }
    />
  );
}
