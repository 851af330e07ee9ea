import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.css';
import { App } from './app/app.tsx';
import { startLanguage } from './app/language.ts';
import { leaveWithAccount } from './app/leave-account.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');

leaveWithAccount();

// Not awaited here: the file of a language imports from the one with this code, and each would wait for the other.
void startLanguage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
