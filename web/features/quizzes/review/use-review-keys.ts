import { useEffect, useRef } from 'react';
import { useLatest } from '#web/ui/use-latest.ts';

export type ReviewKey = 'accept' | 'edit' | 'skip' | 'undo' | 'previous' | 'next';

const KEYS: Readonly<Record<string, ReviewKey>> = {
  a: 'accept',
  e: 'edit',
  s: 'skip',
  u: 'undo',
  z: 'undo',
  arrowleft: 'previous',
  arrowright: 'next',
};

/** The time to press the second key of a shortcut such as `g a`. */
const SEQUENCE_MILLISECONDS = 1_500;
const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="menu"]';

/** Handles the keys of the review, except while typing in a field or while a dialog is open. */
export function useReviewKeys(onKey: (key: ReviewKey) => void): void {
  const latest = useLatest(onKey);
  const lastG = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      if (target instanceof Element && target.closest(FIELDS) !== null) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      const key = event.key.toLowerCase();
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && (key !== 'z' || event.shiftKey)) return;
      if (key === 'g') lastG.current = event.timeStamp;
      const isSecond = key !== 'g' && event.timeStamp - lastG.current < SEQUENCE_MILLISECONDS;
      if (key !== 'g') lastG.current = Number.NEGATIVE_INFINITY;
      const meant = KEYS[key];
      if (meant === undefined || (isSecond && !isCommand)) return;
      event.preventDefault();
      latest.current(meant);
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [latest]);
}
