import { createPath, NavigationType, parsePath, type Location, type Navigator, type To } from 'react-router';

/*
 * The browser's history for React Router's declarative mode. Its own history comes only with the data router, which every
 * page would have to load (docs/decisions/0062-a-light-first-load.md).
 */

/** Decides whether a navigation waits for the user, and receives what continues it. */
export interface NavigationGuard {
  isBlocking: (navigation: { currentLocation: Location; nextLocation: Location }) => boolean;
  onBlocked: (proceed: () => void) => void;
}

export interface HistoryChange {
  location: Location;
  previous: Location;
  action: NavigationType;
  keepsScroll: boolean;
}

interface Entry {
  key: string;
  /** The place in this tab's history: how far back or forward a step went. */
  index: number;
  state: unknown;
  /** The address from which it was opened. */
  from: string | undefined;
}

const createKey = (): string => crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';

function readEntry(): Entry | undefined {
  const entry = window.history.state as Partial<Entry> | null;
  return typeof entry?.key === 'string' && typeof entry.index === 'number'
    ? { key: entry.key, index: entry.index, state: entry.state, from: entry.from }
    : undefined;
}

const locate = (to: To, { key, state }: Entry): Location => {
  const path = typeof to === 'string' ? parsePath(to) : to;
  return {
    pathname: path.pathname ?? window.location.pathname,
    search: path.search ?? '',
    hash: path.hash ?? '',
    state,
    key,
    mask: undefined,
  };
};

function createBrowserHistory() {
  // The key that React Router, too, gives to the address a visit began with (ui/page-title.tsx).
  let entry = readEntry() ?? { key: 'default', index: 0, state: null, from: undefined };
  window.history.replaceState(entry, '');
  let location = locate(window.location, entry);
  /** The steps that this module takes itself, to undo one of the user or to repeat it. */
  let ownSteps = 0;
  const listeners = new Set<(change: HistoryChange) => void>();
  const guards = new Set<NavigationGuard>();

  const arrive = (next: Entry, nextLocation: Location, action: NavigationType, keepsScroll = false): void => {
    const previous = location;
    entry = next;
    location = nextLocation;
    for (const listener of listeners) listener({ location, previous, action, keepsScroll });
  };
  /** Lets a guard hold a navigation; true if one does. */
  const isHeld = (nextLocation: Location, proceed: () => void): boolean => {
    for (const guard of guards)
      if (guard.isBlocking({ currentLocation: location, nextLocation })) {
        guard.onBlocked(proceed);
        return true;
      }
    return false;
  };
  const go = (to: To, state: unknown, isReplacing: boolean, keepsScroll: boolean): void => {
    const next = {
      key: createKey(),
      index: entry.index + (isReplacing ? 0 : 1),
      state: state ?? null,
      from: isReplacing ? entry.from : createPath(location),
    };
    const nextLocation = locate(to, next);
    const proceed = (): void => {
      const url = createPath(nextLocation);
      if (isReplacing) window.history.replaceState(next, '', url);
      else window.history.pushState(next, '', url);
      arrive(next, nextLocation, isReplacing ? NavigationType.Replace : NavigationType.Push, keepsScroll);
    };
    if (!isHeld(nextLocation, proceed)) proceed();
  };

  window.addEventListener('popstate', () => {
    let next = readEntry();
    if (next === undefined) {
      // A link within the page: the browser made the entry.
      next = { key: createKey(), index: entry.index + 1, state: null, from: createPath(location) };
      window.history.replaceState(next, '');
    }
    const nextLocation = locate(window.location, next);
    const delta = next.index - entry.index;
    if (ownSteps > 0) {
      ownSteps -= 1;
      // Undone: the same entry as before.
      if (delta === 0) return;
    } else if (
      delta !== 0 &&
      isHeld(nextLocation, () => {
        ownSteps += 1;
        window.history.go(delta);
      })
    ) {
      ownSteps += 1;
      window.history.go(-delta);
      return;
    }
    arrive(next, nextLocation, NavigationType.Pop);
  });

  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => window.history.go(delta),
    push: (to, state, options) => go(to, state, false, options?.preventScrollReset === true),
    replace: (to, state, options) => go(to, state, true, options?.preventScrollReset === true),
  };
  return {
    navigator,
    /** Lets the guards block actions that leave the page without a navigation. */
    leave: (path: string, proceed: () => void): void => {
      if (!isHeld(locate(path, entry), proceed)) proceed();
    },
    /** Goes back if the current page was opened from `path`; otherwise shows `path` instead of it. */
    returnTo: (path: string, options: { keepsScroll: boolean }): void => {
      if (entry.from === path) window.history.back();
      else go(path, undefined, true, options.keepsScroll);
    },
    getLocation: () => location,
    listen: (listener: (change: HistoryChange) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guard: (guard: NavigationGuard): (() => void) => {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
}

export const browserHistory = createBrowserHistory();
