import { Component, createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { refreshTokens } from '../api-client/refresh-tokens.ts';
import { clearSession, hasAccountEnded } from '../api-client/session.ts';
import { useSession } from '../api-client/use-session.ts';
import { paths } from '../ui/paths.ts';

export const VisitCount = createContext(0);

/**
 * Redirects again when the user goes back before the destination has been drawn: to the address that redirected, which has
 * the same history entry as before, so that only the count of visits differs.
 */
const Redirect = ({ to, state }: { to: string; state?: Interrupted | undefined }) => (
  <Navigate key={use(VisitCount)} to={to} state={state} replace />
);

/** Where whose session expired. They return there when they sign in again; anybody else starts at the courses. */
interface Interrupted {
  readonly path: string;
  readonly userId: number | null;
}

const SignInAgainDialog = lazy(async () => ({
  default: (await import('../features/accounts/sign-in-again-dialog.tsx')).SignInAgainDialog,
}));

/**
 * Protects the screens that need a session: without one, people see the welcome page, or the login page with the reason. An open
 * screen stays when the session expires.
 */
export function RequireSignIn() {
  const session = useSession();
  const location = useLocation();
  const isRestoring = useRestoredUser();
  // The page is reloading (leave-account.ts).
  if (hasAccountEnded()) return null;
  if (session.user !== null && session.mustSetUpTwoFactor) return <Redirect to={paths.twoFactorSetup} />;
  if (session.user !== null) {
    return (
      <>
        <Outlet />
        {session.interrupted && (
          <Suspense>
            <SignInAgainDialog email={session.user.email} />
          </Suspense>
        )}
      </>
    );
  }
  if (isRestoring) return null;
  if (session.expired) {
    const path = location.pathname + location.search;
    return <Redirect to={paths.login} state={{ path, userId: session.expiredUserId }} />;
  }
  return <Redirect to={session.deleted ? paths.login : paths.welcome} />;
}

/** Redirects signed-in users, for screens that are only for visitors. */
export function RedirectSignedIn() {
  const { user } = useSession();
  const interrupted = useLocation().state as Interrupted | null;
  if (user === null) return <Outlet />;
  return <Redirect to={interrupted?.userId === user.id ? interrupted.path : paths.courses} />;
}

/** With tokens but no user, refreshes once; if that fails, clears the stored data. */
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

const RouteFailure = lazy(async () => ({ default: (await import('./route-failure.tsx')).RouteFailure }));

interface State {
  error: unknown;
  hasFailed: boolean;
  /** The page that failed, so that another page gets a new attempt. */
  location: Location;
}

class Boundary extends Component<{ location: Location; children: ReactNode }, State> {
  override state: State = { error: undefined, hasFailed: false, location: this.props.location };
  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true };
  }
  static getDerivedStateFromProps({ location }: { location: Location }, state: State): State | null {
    return location === state.location ? null : { error: undefined, hasFailed: false, location };
  }
  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Suspense>
        <RouteFailure error={this.state.error} />
      </Suspense>
    );
  }
}

export const ScreenBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary location={useLocation()}>{children}</Boundary>
);
