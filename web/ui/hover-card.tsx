import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import classes from './hover-card.module.css';
import { useLatest } from './use-latest.ts';

const GAP_PIXELS = 8;
/** Time to move the pointer from the target onto the card. */
const CLOSE_MILLISECONDS = 80;

/**
 * A card next to `target`, until Escape is pressed or the page scrolls. Plain CSS and the browser's top layer: the
 * component library's floating elements would be a tenth of what a page loads.
 */
export function FloatingCard({
  findTarget,
  look = 'card',
  onClose,
  children,
}: {
  findTarget: () => Element | null | undefined;
  look?: 'card' | 'hint';
  onClose: () => void;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  const latest = useLatest({ findTarget, onClose });
  useLayoutEffect(() => {
    const target = latest.current.findTarget();
    const shown = card.current;
    if (shown === null || target === null || target === undefined) return;
    shown.showPopover();
    const place = target.getBoundingClientRect();
    const { width, height } = shown.getBoundingClientRect();
    const left = place.left + place.width / 2 - width / 2;
    const hasRoomAbove = place.top >= height + GAP_PIXELS;
    shown.style.left = `${Math.max(GAP_PIXELS, Math.min(left, document.documentElement.clientWidth - width - GAP_PIXELS))}px`;
    shown.style.top = `${hasRoomAbove ? place.top - height - GAP_PIXELS : place.bottom + GAP_PIXELS}px`;
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      // The card may scroll itself.
      if (!(event.target instanceof Node && shown.contains(event.target))) latest.current.onClose();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('scroll', close, { capture: true });
    return () => {
      shown.hidePopover();
      document.removeEventListener('keydown', close);
      document.removeEventListener('scroll', close, { capture: true });
    };
  }, [latest]);
  return createPortal(
    <div ref={card} popover="manual" className={classes.card} data-look={look}>
      {children}
    </div>,
    document.body,
  );
}

/** Shows `content` next to `children` while the pointer or the keyboard focus is on them. */
export function HoverCard({
  content,
  look = 'card',
  openDelay = 120,
  children,
}: {
  content: ReactNode;
  look?: 'card' | 'hint';
  /** In milliseconds. */
  openDelay?: number;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  const turn = (open: boolean, milliseconds: number): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setIsOpen(open), milliseconds);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <span
      ref={frame}
      className={classes.frame}
      onPointerEnter={({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') turn(true, openDelay);
      }}
      onPointerLeave={() => turn(false, CLOSE_MILLISECONDS)}
      onFocus={({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) turn(true, openDelay);
      }}
      onBlur={() => turn(false, CLOSE_MILLISECONDS)}
    >
      {children}
      {isOpen && (
        <FloatingCard
          findTarget={() => frame.current?.firstElementChild}
          look={look}
          onClose={() => setIsOpen(false)}
        >
          {content}
        </FloatingCard>
      )}
    </span>
  );
}

/** Names an icon button for those who see it; its `aria-label` says the same. */
export const Hint = ({ label, children }: { label: string; children: ReactNode }) => (
  <HoverCard look="hint" openDelay={300} content={<span aria-hidden>{label}</span>}>
    {children}
  </HoverCard>
);
