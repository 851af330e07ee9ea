import { useState } from 'react';

const STACKED = '(max-width: 899.98px)';

interface Left {
  readonly top: number;
  readonly element: Element | null;
}

/**
 * Where content and panel are one under the other, following a chip leaves the line it belongs to: remembers the place and
 * leads back to it.
 */
export function useReturn(): { leave: () => void; goBack: (() => void) | undefined } {
  const [left, setLeft] = useState<Left>();
  return {
    leave: () => {
      if (window.matchMedia(STACKED).matches)
        setLeft({ top: window.scrollY, element: document.activeElement });
    },
    goBack:
      left === undefined
        ? undefined
        : () => {
            window.scrollTo({ top: left.top });
            if (left.element instanceof HTMLElement) left.element.focus({ preventScroll: true });
            setLeft(undefined);
          },
  };
}
