import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { openSearch } from '#web/ui/open-search.ts';
import { paths } from '#web/ui/paths.ts';

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

/** How long after `g` the second key counts. */
const SEQUENCE_MILLISECONDS = 1_500;

const DESTINATIONS: Readonly<Record<string, string>> = {
  c: paths.courses,
  d: paths.dashboard,
  a: paths.chat,
  u: paths.upload,
  q: paths.quiz,
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Open dialogs and menus keep the focus. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** The page's own search box, if it has one: the element marked with `data-search`. */
function focusPageSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('input[data-search]');
  box?.focus();
  box?.select();
  return box !== null;
}

/** Listens for the keys of every page, and lists them on `?`. Keys typed into fields are left alone. */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const lastG = useRef(Number.NEGATIVE_INFINITY);
  // Where the keys were before the list took the focus, to be given back when it closes.
  const focusedBefore = useRef<Element>(null);
  useEffect(() => {
    if (isOpen) return;
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    focusedBefore.current = null;
  }, [isOpen]);
  useEffect(() => {
    const openList = (): void => {
      focusedBefore.current ??= document.activeElement;
      setIsOpen(true);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const destination = DESTINATIONS[event.key];
      if (event.timeStamp - lastG.current < SEQUENCE_MILLISECONDS && destination !== undefined) {
        lastG.current = Number.NEGATIVE_INFINITY;
        void navigate(destination);
      } else if (event.key === 'g') lastG.current = event.timeStamp;
      else if (event.key === '?') openList();
      else if (isInDialog(event.target)) return;
      else if (event.key === '/') {
        // The key itself is not to be typed into the field.
        event.preventDefault();
        openSearch();
      } else if (event.key === 's' && focusPageSearch()) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
  return isOpen ? (
    <Suspense>
      <ShortcutList onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null;
}
