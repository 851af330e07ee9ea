import { useTranslation } from 'react-i18next';
import { useSession } from '../api-client/use-session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LostPageDrawing } from '../ui/illustrations/lost-page.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';

export function Component() {
  const { t } = useTranslation();
  const isSignedIn = useSession().user !== null;
  return (
    <EmptyState
      drawing={<LostPageDrawing />}
      title={<PageTitle>{t('common.notFoundTitle')}</PageTitle>}
      text={t('common.notFoundText')}
      action={
        <LinkButton to={isSignedIn ? paths.courses : paths.welcome}>
          {isSignedIn ? t('layout.myCourses') : t('common.toWelcome')}
        </LinkButton>
      }
    />
  );
}
