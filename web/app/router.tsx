import { lazy, Suspense } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { paths } from '../ui/paths.ts';
import { RedirectSignedIn, RequireSignIn } from './guards.tsx';
import { loadAccountTexts, loadFurtherTexts } from './language.ts';
import { PublicLayout } from './layout/public-layout.tsx';
import { useSession } from '../api-client/use-session.ts';

/** `/`: to one's courses when signed in, else to the welcome page. */
function Home() {
  return <Navigate to={useSession().user === null ? paths.welcome : paths.courses} replace />;
}

/** A page behind the account menu, together with its texts. */
const withAccountTexts = async <Page,>(page: Promise<Page>): Promise<Page> => {
  const [loaded] = await Promise.all([page, loadAccountTexts()]);
  return loaded;
};

const RouteFailure = lazy(async () => ({ default: (await import('./route-failure.tsx')).RouteFailure }));

const failure = (
  <Suspense>
    <RouteFailure />
  </Suspense>
);

export const router = createBrowserRouter([
  {
    errorElement: failure,
    // What is fetched for the first screen comes too fast for a picture of waiting to be of use.
    hydrateFallbackElement: <></>,
    children: [
      { path: paths.home, element: <Home /> },
      {
        element: <PublicLayout />,
        children: [
          { path: paths.welcome, lazy: () => import('../pages/welcome-page.tsx') },
          // Also for people who are signed in: the link may be for another account.
          { path: paths.resetPassword, lazy: () => import('../pages/reset-password-page.tsx') },
          { path: paths.twoFactorSetup, lazy: () => import('../pages/two-factor-setup-page.tsx') },
          {
            element: <RedirectSignedIn />,
            children: [
              { path: paths.login, lazy: () => import('../pages/login-page.tsx') },
              { path: paths.register, lazy: () => import('../pages/register-page.tsx') },
            ],
          },
        ],
      },
      {
        element: <RequireSignIn />,
        children: [
          {
            lazy: async () => {
              const [layout] = await Promise.all([import('./layout/main-layout.tsx'), loadFurtherTexts()]);
              return layout;
            },
            children: [
              {
                errorElement: failure,
                children: [
                  { path: paths.courses, lazy: () => import('../pages/courses-page.tsx') },
                  { path: paths.dashboard, lazy: () => import('../pages/dashboard-page.tsx') },
                  { path: paths.chat, lazy: () => import('../pages/chat-page.tsx') },
                  { path: paths.upload, lazy: () => import('../pages/upload-page.tsx') },
                  { path: paths.quiz, lazy: () => import('../pages/quiz-page.tsx') },
                  { path: paths.trash, lazy: () => import('../pages/trash-page.tsx') },
                  {
                    path: paths.profile,
                    lazy: () => withAccountTexts(import('../pages/profile-page.tsx')),
                  },
                  {
                    path: paths.account,
                    lazy: () => withAccountTexts(import('../pages/account-page.tsx')),
                  },
                  {
                    path: paths.notifications,
                    lazy: () => withAccountTexts(import('../pages/notifications-page.tsx')),
                  },
                  { path: '/course/:courseId', lazy: () => import('../pages/course-page.tsx') },
                  { path: '/lessons/:lessonId', lazy: () => import('../pages/lesson-page.tsx') },
                  {
                    path: '/lessons/:lessonId/questions',
                    lazy: () => import('../pages/question-bank-page.tsx'),
                  },
                  { path: `${paths.administration}/*`, lazy: () => import('../pages/admin-page.tsx') },
                ],
              },
            ],
          },
        ],
      },
      { element: <PublicLayout />, children: [{ path: '*', lazy: () => import('./not-found-page.tsx') }] },
    ],
  },
]);
