/**
 * The pages of the web app and their addresses, in the router's syntax; the server answers any other address with 404.
 * Each is named after its module in web/pages: `resetPassword` is in `reset-password-page.tsx`. `transcript` is the lesson with its
 * transcript open for corrections.
 */
export const PAGES = {
  home: '/',
  welcome: '/welcome',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  twoFactorSetup: '/two-factor-setup',
  courses: '/courses',
  course: '/course/:courseId',
  lesson: '/lessons/:lessonId',
  transcript: '/lessons/:lessonId/transcript',
  questionBank: '/lessons/:lessonId/questions',
  dashboard: '/dashboard',
  chat: '/chat',
  upload: '/upload',
  quiz: '/quiz',
  savedQuiz: '/quiz/:questionSetId',
  review: '/quiz/:questionSetId/review',
  trash: '/trash',
  profile: '/profile',
  account: '/account',
  notifications: '/notifications',
  admin: '/admin/*',
} as const;
export type PageName = keyof typeof PAGES;

/** Pages that need no sign-in. */
export const PUBLIC_PAGES: ReadonlySet<PageName> = new Set([
  'home',
  'welcome',
  'login',
  'register',
  'resetPassword',
  'twoFactorSetup',
]);

/** `resetPassword` → `reset-password-page`. */
export const moduleOfPage = (page: PageName): string =>
  page === 'transcript'
    ? moduleOfPage('lesson')
    : `${page.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;
