import type { Box } from './pdf-characters.ts';

/** Whether two boxes overlap by half the height of the smaller one, as a superscript and its line do. */
export function sharesRow(a: { top: number; bottom: number }, b: { top: number; bottom: number }): boolean {
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return overlap > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top);
}

/** Whether the text of two boxes is on one baseline, whatever its size. */
export function sharesBaseline(a: SizedBox, b: SizedBox): boolean {
  return Math.abs(baselineOf(a) - baselineOf(b)) < 0.1 * Math.max(a.size, b.size);
}

export interface SizedBox {
  readonly bottom: number;
  readonly size: number;
}

export const baselineOf = ({ bottom, size }: SizedBox): number => bottom - 0.25 * size;

/** Groups boxes into rows from top to bottom, each from left to right. */
export function inRows<T extends Box>(
  boxes: readonly T[],
  belongs: (row: readonly T[], box: T) => boolean = () => true,
): T[][] {
  const rows: { top: number; bottom: number; boxes: T[] }[] = [];
  for (const box of [...boxes].sort((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    // Rows are sorted too, so only the last few can be at this box's height.
    const row = rows.slice(-3).find((other) => sharesRow(other, box) && belongs(other.boxes, box));
    if (row) {
      row.boxes.push(box);
      // A row keeps the height of its tallest box, so that superscripts do not stretch it to its neighbours.
      if (box.bottom - box.top > row.bottom - row.top) [row.top, row.bottom] = [box.top, box.bottom];
    } else rows.push({ top: box.top, bottom: box.bottom, boxes: [box] });
  }
  return rows.map((row) => row.boxes.sort((a, b) => a.left - b.left));
}
