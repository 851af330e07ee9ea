import { forgetOthers } from '../api-client/own-names.ts';
import {
  getSession,
  hasAccountEnded,
  onAccountEnd,
  subscribeToSession,
  type AccountEnd,
} from '../api-client/session.ts';
import { paths } from '../ui/paths.ts';
import { closeUnsavedWork } from '../ui/unsaved-work.ts';

const nextPath = (end: AccountEnd): string => {
  if (end.kind === 'elsewhere') return end.isOther ? paths.courses : paths.welcome;
  return end.kind === 'deleted' ? paths.login : paths.welcome;
};

/**
 * Loads the page again whenever it stops being that of the user it was opened for, so that nothing of theirs stays in the tab: toasts
 * with their Undo, query caches, every other store, requests, and streams of events (docs/decisions/0087).
 */
export function leaveWithAccount(): void {
  onAccountEnd((end) => {
    closeUnsavedWork(end.kind === 'elsewhere');
    window.location.replace(nextPath(end));
  });
  // The browser's back button may bring the page back as it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && hasAccountEnded()) window.location.reload();
  });
  const forget = (): void => {
    const { user } = getSession();
    if (user !== null) forgetOthers(user.id);
  };
  subscribeToSession(forget);
  forget();
}
