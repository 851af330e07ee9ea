import {
  lazy,
  startTransition,
  Suspense,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import {
  matchRoutes,
  Navigate,
  NavigationType,
  Outlet,
  Router,
  useRoutes,
  type Location,
  type RouteObject,
} from 'react-router';
import { useSession } from '../api-client/use-session.ts';
import { browserHistory } from '../ui/browser-history.ts';
import { paths } from '../ui/paths.ts';
import { RedirectSignedIn, RequireSignIn, VisitCount } from './guards.tsx';
import { loadFurtherTexts, loadPageTexts } from './language.ts';
import { PublicLayout } from './layout/public-layout.tsx';
import { ScreenBoundary } from './guards.tsx';
import { ScrollRestoration } from './scroll-restoration.tsx';

/** `/`: redirects to the courses when signed in, else to the welcome page. */
function Home() {
  return <Navigate to={useSession().user === null ? paths.welcome : paths.courses} replace />;
}

type Loader = () => Promise<unknown>;

/** A screen whose code, and texts if it has its own, are fetched with its first visit. */
function loadedLater(
  load: () => Promise<{ Component: ComponentType }>,
  texts?: 'further' | Parameters<typeof loadPageTexts>[0],
): { element: ReactNode; handle: Loader } {
  const loadBoth = async (): Promise<{ default: ComponentType }> => {
    const [{ Component }] = await Promise.all([
      load(),
      texts === undefined ? undefined : texts === 'further' ? loadFurtherTexts() : loadPageTexts(texts),
    ]);
    return { default: Component };
  };
  const Screen = lazy(loadBoth);
  return { element: <Screen />, handle: loadBoth };
}

const routes: RouteObject[] = [
  { path: paths.home, element: <Home /> },
  {
    element: <PublicLayout />,
    children: [
      { path: paths.welcome, ...loadedLater(() => import('../pages/welcome-page.tsx')) },
      // Also for people who are signed in: the link may be for another account.
      { path: paths.resetPassword, ...loadedLater(() => import('../pages/reset-password-page.tsx')) },
      { path: paths.twoFactorSetup, ...loadedLater(() => import('../pages/two-factor-setup-page.tsx')) },
      {
        element: <RedirectSignedIn />,
        children: [
          { path: paths.login, ...loadedLater(() => import('../pages/login-page.tsx')) },
          { path: paths.register, ...loadedLater(() => import('../pages/register-page.tsx')) },
        ],
      },
      { path: '*', ...loadedLater(() => import('./not-found-page.tsx')) },
    ],
  },
  {
    element: <RequireSignIn />,
    children: [
      {
        ...loadedLater(() => import('./layout/main-layout.tsx'), 'further'),
        children: [
          {
            element: (
              <ScreenBoundary>
                <Outlet />
              </ScreenBoundary>
            ),
            children: [
              { path: paths.courses, ...loadedLater(() => import('../pages/courses-page.tsx')) },
              { path: paths.dashboard, ...loadedLater(() => import('../pages/dashboard-page.tsx')) },
              { path: paths.chat, ...loadedLater(() => import('../pages/chat-page.tsx'), 'assistant') },
              { path: paths.upload, ...loadedLater(() => import('../pages/upload-page.tsx'), 'uploads') },
              { path: paths.quiz, ...loadedLater(() => import('../pages/quiz-page.tsx')) },
              { path: '/quiz/:questionSetId', ...loadedLater(() => import('../pages/saved-quiz-page.tsx')) },
              {
                path: '/quiz/:questionSetId/review',
                ...loadedLater(() => import('../pages/review-page.tsx'), 'review'),
              },
              { path: paths.trash, ...loadedLater(() => import('../pages/trash-page.tsx')) },
              {
                path: paths.profile,
                ...loadedLater(() => import('../pages/profile-page.tsx'), 'account'),
              },
              {
                path: paths.account,
                ...loadedLater(() => import('../pages/account-page.tsx'), 'account'),
              },
              {
                path: paths.notifications,
                ...loadedLater(() => import('../pages/notifications-page.tsx'), 'account'),
              },
              {
                path: '/course/:courseId',
                ...loadedLater(() => import('../pages/course-page.tsx')),
              },
              { path: '/lessons/:lessonId', ...loadedLater(() => import('../pages/lesson-page.tsx')) },
              {
                path: '/lessons/:lessonId/transcript',
                ...loadedLater(() => import('../pages/transcript-page.tsx'), 'studio'),
              },
              {
                path: '/lessons/:lessonId/questions',
                ...loadedLater(() => import('../pages/question-bank-page.tsx')),
              },
              {
                path: `${paths.administration}/*`,
                ...loadedLater(() => import('../pages/admin-page.tsx')),
              },
            ],
          },
        ],
      },
    ],
  },
];

/** Fetches the frame and the page of an address at once, instead of the page once the frame has been drawn. */
function prepare(location: Location): void {
  for (const { route } of matchRoutes(routes, location) ?? [])
    // A failure appears where the screen is drawn.
    (route.handle as Loader | undefined)?.().catch(() => undefined);
}

prepare(browserHistory.getLocation());

const Screens = () => useRoutes(routes);

export function AppRouter() {
  const [{ location, action, visits }, setVisit] = useState({
    location: browserHistory.getLocation(),
    action: NavigationType.Pop as NavigationType,
    visits: 0,
  });
  useLayoutEffect(
    () =>
      browserHistory.listen((change) => {
        prepare(change.location);
        // The current screen stays until the next one has been fetched.
        startTransition(() => {
          setVisit(({ visits: earlier }) => ({
            location: change.location,
            action: change.action,
            visits: earlier + 1,
          }));
        });
      }),
    [],
  );
  return (
    <Router location={location} navigationType={action} navigator={browserHistory.navigator}>
      <ScreenBoundary>
        {/* The first screen loads too fast for a loading state. */}
        <Suspense>
          <VisitCount value={visits}>
            <Screens />
          </VisitCount>
          <ScrollRestoration />
        </Suspense>
      </ScreenBoundary>
    </Router>
  );
}
