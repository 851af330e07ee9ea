import { useEffect, useRef, useState, type CSSProperties, type PointerEvent, type RefObject } from 'react';
import { useLatest } from '#web/ui/use-latest.ts';

interface Drag {
  readonly from: number;
  readonly to: number;
  /** How far the entry was dragged, in pixels. */
  readonly distance: number;
  /** Of the dragged entry: what the others make room for. */
  readonly height: number;
}

/** Where the page scrolls while an entry is dragged there, and how fast. */
const EDGE_PIXELS = 90;
const SCROLL_PIXELS = 10;

export interface DragOrder {
  /** Called when the button of the pointer goes down on the handle of an entry. */
  readonly start: (index: number, event: PointerEvent<HTMLElement>) => void;
  /** Where an entry is drawn while one is dragged. */
  readonly styleOf: (index: number) => CSSProperties | undefined;
  readonly draggedIndex: number | undefined;
}

/** Lets the pointer drag the entries of a list to other places. Escape leaves them where they were. */
export function useDragOrder(
  list: RefObject<HTMLUListElement | null>,
  onDrop: (from: number, to: number) => void,
): DragOrder {
  const [drag, setDrag] = useState<Drag>();
  const drop = useLatest(onDrop);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const start = (from: number, event: PointerEvent<HTMLElement>): void => {
    const entries = [...(list.current?.children ?? [])].map((entry) => entry.getBoundingClientRect());
    const own = entries[from];
    if (event.button !== 0 || own === undefined) return;
    // Otherwise the text would be selected.
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const startY = event.pageY;
    let latest: Drag = { from, to: from, distance: 0, height: own.height };
    setDrag(latest);
    const move = ({ pageY, clientY }: globalThis.PointerEvent): void => {
      const distance = pageY - startY;
      latest = { ...latest, distance, to: placeOf(entries, from, distance) };
      setDrag(latest);
      if (clientY < EDGE_PIXELS) window.scrollBy(0, -SCROLL_PIXELS);
      else if (clientY > window.innerHeight - EDGE_PIXELS) window.scrollBy(0, SCROLL_PIXELS);
    };
    const end = (): void => {
      stop.current = undefined;
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', release);
      handle.removeEventListener('pointercancel', end);
      document.removeEventListener('keydown', cancelByKey, true);
      setDrag(undefined);
    };
    const release = (): void => {
      end();
      if (latest.to !== from) drop.current(from, latest.to);
    };
    const cancelByKey = (pressed: KeyboardEvent): void => {
      if (pressed.key === 'Escape') end();
    };
    stop.current = end;
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', release);
    handle.addEventListener('pointercancel', end);
    document.addEventListener('keydown', cancelByKey, true);
  };

  return {
    start,
    styleOf: (index) =>
      drag === undefined ? undefined : { transform: `translateY(${offsetOf(drag, index)}px)` },
    draggedIndex: drag?.from,
  };
}

/** The place in the list over which the middle of the dragged entry is. */
export function placeOf(
  entries: readonly Pick<DOMRect, 'top' | 'height'>[],
  from: number,
  distance: number,
): number {
  const middleOf = ({ top, height }: Pick<DOMRect, 'top' | 'height'>): number => top + height / 2;
  const own = entries[from];
  if (own === undefined) return from;
  const middle = middleOf(own) + distance;
  const before = entries.filter((entry, index) => index < from && middleOf(entry) < middle).length;
  const after = entries.filter((entry, index) => index > from && middleOf(entry) < middle).length;
  return before + after;
}

function offsetOf({ from, to, distance, height }: Drag, index: number): number {
  if (index === from) return distance;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
