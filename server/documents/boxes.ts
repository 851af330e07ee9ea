import type { Box } from './pdf-characters.ts';

export const containsBox = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left + 1 &&
  outer.right >= inner.right - 1 &&
  outer.top <= inner.top + 1 &&
  outer.bottom >= inner.bottom - 1;

export const meetsBox = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

export const growBox = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
});

/** Whether the middle of a box is in a frame. */
export function isCentredIn(box: Box, frame: Box): boolean {
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
}
