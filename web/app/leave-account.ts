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
 * Reloads the page whenever it no longer belongs to the user it was opened for, so that nothing of theirs stays in the tab: toasts with
 * Undo, query caches, other stores, requests and event streams (docs/decisions/0087).
 */
export function leaveWithAccount(): void {
  onAccountEnd((end) => {
    closeUnsavedWork(end.kind === 'elsewhere');
    window.location.replace(nextPath(end));
  });
  // The browser's back button may restore the page as it was.
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
