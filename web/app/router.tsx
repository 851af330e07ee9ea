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
import { PAGES } from '#contract/page-addresses.ts';
import { useSession } from '../api-client/use-session.ts';
import { browserHistory } from '../ui/browser-history.ts';
import { RedirectSignedIn, RequireSignIn, VisitCount } from './guards.tsx';
import { PublicLayout } from './layout/public-layout.tsx';
import { ScreenBoundary } from './guards.tsx';
import { ScrollRestoration } from './scroll-restoration.tsx';

/** `/`: redirects to the courses when signed in, else to the welcome page. */
function Home() {
  return <Navigate to={useSession().user === null ? PAGES.welcome : PAGES.courses} replace />;
}

type Loader = () => Promise<unknown>;

/** A screen whose code is fetched with its first visit. */
function loadedLater(load: () => Promise<{ Component: ComponentType }>): {
  element: ReactNode;
  handle: Loader;
} {
  const Screen = lazy(async () => ({ default: (await load()).Component }));
  return { element: <Screen />, handle: load };
}

/** Of two addresses: the video plays on when its transcript is opened for corrections. */
const lessonScreen = loadedLater(() => import('../pages/lesson-page.tsx'));

const routes: RouteObject[] = [
  { path: PAGES.home, element: <Home /> },
  {
    element: <PublicLayout />,
    children: [
      { path: PAGES.welcome, ...loadedLater(() => import('../pages/welcome-page.tsx')) },
      // Also for people who are signed in: the link may be for another account.
      { path: PAGES.resetPassword, ...loadedLater(() => import('../pages/reset-password-page.tsx')) },
      { path: PAGES.twoFactorSetup, ...loadedLater(() => import('../pages/two-factor-setup-page.tsx')) },
      {
        element: <RedirectSignedIn />,
        children: [
          { path: PAGES.login, ...loadedLater(() => import('../pages/login-page.tsx')) },
          { path: PAGES.register, ...loadedLater(() => import('../pages/register-page.tsx')) },
        ],
      },
      { path: '*', ...loadedLater(() => import('./not-found-page.tsx')) },
    ],
  },
  {
    element: <RequireSignIn />,
    children: [
      {
        ...loadedLater(() => import('./layout/main-layout.tsx')),
        children: [
          {
            element: (
              <ScreenBoundary>
                <Outlet />
              </ScreenBoundary>
            ),
            children: [
              { path: PAGES.courses, ...loadedLater(() => import('../pages/courses-page.tsx')) },
              { path: PAGES.dashboard, ...loadedLater(() => import('../pages/dashboard-page.tsx')) },
              { path: PAGES.chat, ...loadedLater(() => import('../pages/chat-page.tsx')) },
              { path: PAGES.upload, ...loadedLater(() => import('../pages/upload-page.tsx')) },
              { path: PAGES.quiz, ...loadedLater(() => import('../pages/quiz-page.tsx')) },
              { path: PAGES.savedQuiz, ...loadedLater(() => import('../pages/saved-quiz-page.tsx')) },
              {
                path: PAGES.review,
                ...loadedLater(() => import('../pages/review-page.tsx')),
              },
              { path: PAGES.trash, ...loadedLater(() => import('../pages/trash-page.tsx')) },
              {
                path: PAGES.profile,
                ...loadedLater(() => import('../pages/profile-page.tsx')),
              },
              {
                path: PAGES.account,
                ...loadedLater(() => import('../pages/account-page.tsx')),
              },
              {
                path: PAGES.notifications,
                ...loadedLater(() => import('../pages/notifications-page.tsx')),
              },
              {
                path: PAGES.course,
                ...loadedLater(() => import('../pages/course-page.tsx')),
              },
              { path: PAGES.lesson, ...lessonScreen },
              { path: PAGES.transcript, ...lessonScreen },
              {
                path: PAGES.questionBank,
                ...loadedLater(() => import('../pages/question-bank-page.tsx')),
              },
              {
                path: PAGES.admin,
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
