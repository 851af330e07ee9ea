import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useSession } from '#web/api-client/use-session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { paths } from '#web/ui/paths.ts';
import { AppearanceControls } from './appearance-controls.tsx';
import classes from './layout.module.css';

/** What those see who are not signed in: the header with Login and Register, and the screen. */
export function PublicLayout() {
  const { t } = useTranslation();
  const isSignedIn = useSession().user !== null;
  return (
    <>
      <header className={classes.header}>
        <Link to={isSignedIn ? paths.courses : paths.welcome} className={classes.home} aria-label="Lectern">
          <Logo />
        </Link>
        <div className={classes.headerEnd}>
          <AppearanceControls />
          {isSignedIn ? (
            <LinkButton to={paths.courses} look="outlined">
              {t('layout.myCourses')}
            </LinkButton>
          ) : (
            <>
              <LinkButton to={paths.login} look="quiet">
                {t('layout.login')}
              </LinkButton>
              <LinkButton to={paths.register}>{t('layout.register')}</LinkButton>
            </>
          )}
        </div>
      </header>
      <main className={classes.publicMain}>
        <Outlet />
      </main>
    </>
  );
}
