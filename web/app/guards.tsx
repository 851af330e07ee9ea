import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { refreshTokens } from '../api-client/refresh-tokens.ts';
import { clearSession } from '../api-client/session.ts';
import { useSession } from '../api-client/use-session.ts';
import { paths } from '../ui/paths.ts';

/** Protects the screens that need a session: without one, people see the welcome page, or the login page with the reason. */
export function RequireSignIn() {
  const session = useSession();
  const isRestoring = useRestoredUser();
  if (session.user !== null && session.mustSetUpTwoFactor)
    return <Navigate to={paths.twoFactorSetup} replace />;
  if (session.user !== null) return <Outlet />;
  if (isRestoring) return null;
  const hasNews = session.expired || session.deleted;
  return <Navigate to={hasNews ? paths.login : paths.welcome} replace />;
}

/** Whoever is signed in has no use for the screens behind it. */
export function RedirectSignedIn() {
  return useSession().user === null ? <Outlet /> : <Navigate to={paths.courses} replace />;
}

/** With tokens but no user, one refresh is tried; when it fails, what is stored is cleared. */
function useRestoredUser(): boolean {
  const { user, access, refresh } = useSession();
  const needed = user === null && access !== null && refresh !== null;
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!needed) return;
    void refreshTokens(access).then((refreshed) => {
      if (refreshed) return;
      clearSession({ expired: true });
      setHasFailed(true);
    });
    // Once per set of tokens.
  }, [needed, access]);
  return needed && !hasFailed;
}
