import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { readTab, writeTab } from '#web/api-client/tab-storage.ts';
import { browserHistory } from '#web/ui/browser-history.ts';

const STORED = 'scrollPositions';

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(readTab(STORED) ?? '{}') as Record<string, number>;
  } catch {
    // Written by something else or truncated: treat it as missing.
    return {};
  }
}

/** Scrolls to the top of a new page, to the target of a hash, and on the way back to where the user was. */
export function ScrollRestoration() {
  const location = useLocation();
  const positions = useRef<Record<string, number>>(null);
  const keepsScroll = useRef(false);
  useEffect(() => {
    const known = (positions.current ??= readPositions());
    window.history.scrollRestoration = 'manual';
    const store = (): void => {
      known[browserHistory.getLocation().key] = window.scrollY;
      window.history.scrollRestoration = 'auto';
      writeTab(STORED, JSON.stringify(known));
    };
    window.addEventListener('pagehide', store);
    const stop = browserHistory.listen((change) => {
      known[change.previous.key] = window.scrollY;
      keepsScroll.current = change.keepsScroll;
    });
    return () => {
      window.removeEventListener('pagehide', store);
      stop();
    };
  }, []);
  useLayoutEffect(() => {
    const known = (positions.current ??= readPositions())[location.key];
    const target =
      location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (known !== undefined) window.scrollTo(0, known);
    else if (target !== null) target.scrollIntoView();
    else if (!keepsScroll.current) window.scrollTo(0, 0);
  }, [location]);
  return null;
}
