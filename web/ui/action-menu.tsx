import { cloneElement, lazy, startTransition, Suspense, useState } from 'react';
import type { ActionMenuProps } from './menu-actions.ts';

const load = () => import('./opened-menu.tsx');
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }));
const preload = (): void => {
  // A failure appears when the menu is opened.
  load().catch(() => undefined);
};

/** A menu whose code is loaded once someone reaches for its button. */
export function ActionMenu(props: ActionMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const button = cloneElement(props.target, {
    id: props.id,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => {
      // In a transition, the button stays until the menu can take its place.
      startTransition(() => setIsWanted(true));
    },
  });
  return <Suspense fallback={button}>{isWanted ? <OpenedMenu {...props} /> : button}</Suspense>;
}
