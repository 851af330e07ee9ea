import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { useSession } from '../../api-client/use-session.ts';
import { Logo } from '../../ui/logo.tsx';
import { paths } from '../../ui/paths.ts';
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
        <Group gap="xs" wrap="nowrap">
          <AppearanceControls />
          {isSignedIn ? (
            <Button component={Link} to={paths.courses} variant="default">
              {t('layout.myCourses')}
            </Button>
          ) : (
            <>
              <Button component={Link} to={paths.login} variant="subtle" px="sm">
                {t('layout.login')}
              </Button>
              <Button component={Link} to={paths.register} px="sm" className={classes.registerButton}>
                {t('layout.register')}
              </Button>
            </>
          )}
        </Group>
      </header>
      <main className={classes.publicMain}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  );
}
