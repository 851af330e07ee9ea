import { useEffect, useRef, type RefObject } from 'react';

/** So near to the end, in pixels, somebody still reads what comes. */
const NEAR_END = 160;

/**
 * Keeps the end of a log in view while it grows, from each new entry on until the reader scrolls away from it.
 * @param lastId of the newest entry; undefined while there is none.
 */
export function useFollowEnd(lastId: number | undefined): {
  log: RefObject<HTMLDivElement | null>;
  end: RefObject<HTMLDivElement | null>;
} {
  const log = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lastId === undefined || log.current === null) return undefined;
    let isFollowing = true;
    let lastScroll = window.scrollY;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const toEnd = (): void => {
      if (isFollowing)
        end.current?.scrollIntoView({ block: 'end', behavior: isStill ? 'instant' : 'smooth' });
    };
    // Only scrolling up is the reader's; down is also where following goes.
    const onScroll = (): void => {
      const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      if (window.scrollY < lastScroll && left > NEAR_END) isFollowing = false;
      else if (left <= NEAR_END) isFollowing = true;
      lastScroll = window.scrollY;
    };
    // It grows with each entry, and once more when the courses and lessons to choose from arrive.
    const observer = new ResizeObserver(toEnd);
    observer.observe(log.current);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [lastId]);
  return { log, end };
}
