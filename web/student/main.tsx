import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { StudentPage } from './student-page.tsx';
import { language } from './texts.ts';
import './student.css';

const LaunchScreen = lazy(async () => ({ default: (await import('./lti/launch-screen.tsx')).LaunchScreen }));

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');
document.documentElement.lang = language;
createRoot(root).render(
  location.pathname.startsWith('/lti/') ? (
    <Suspense>
      <LaunchScreen />
    </Suspense>
  ) : (
    <StudentPage />
  ),
);
