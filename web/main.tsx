import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.css';
import { App } from './app/app.tsx';
import { startLanguage } from './app/language.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');

await startLanguage();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
