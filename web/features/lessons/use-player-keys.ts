import { useEffect } from 'react';
import type { Playback } from './playback.ts';

const SKIP_SECONDS = 5;

/** Elements that use each key themselves when focused. */
const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';
const MOVED_BY_ARROWS =
  '[role="tab"], [role="slider"], [role="separator"], media-time-range, media-volume-range';
const PRESSED_BY_SPACE = 'button, a, summary, [role="button"], [role="tab"], [role="menuitem"]';
/** The player's buttons are custom elements, which handle the space bar as buttons do. */
const isPlayerButton = (element: Element): boolean => /^media-.*-button$/.test(element.localName);

/** Space, ← and →, [ and ] control the player, unless the focused element uses the key. */
export function usePlayerKeys(playback: Playback, isVideo: boolean): void {
  useEffect(() => {
    if (!isVideo) return;
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.closest(FIELDS) !== null) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      if (actOn(event.key, target, playback)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [playback, isVideo]);
}

function actOn(key: string, target: Element, playback: Playback): boolean {
  if (key === '[' || key === ']') {
    playback.changeSpeed(key === ']' ? 1 : -1);
    return true;
  }
  if (key === ' ' && target.closest(PRESSED_BY_SPACE) === null && !isPlayerButton(target)) {
    playback.togglePlay();
    return true;
  }
  if ((key === 'ArrowLeft' || key === 'ArrowRight') && target.closest(MOVED_BY_ARROWS) === null) {
    playback.skip(key === 'ArrowRight' ? SKIP_SECONDS : -SKIP_SECONDS);
    return true;
  }
  return false;
}
