import { DisjointSets } from './disjoint-sets.ts';
import { formulaNote } from './passage.ts';
import { type Box, boundsOf } from './pdf-characters.ts';
import type { PageTable, Segment } from './page-segment.ts';
import { isNumeric } from './table-rows.ts';

/** Shapes this close, in points, belong to one drawing. */
const cellSize = 10;
const narrowest = 50;
const lowest = 36;
/** Fewer shapes are an ornament or a frame. */
const fewestShapes = 6;
const mostCells = 400_000;
const mostDrawings = 60;
/** A larger shape is a background. */
const largestShare = 0.5;
const highestShare = 0.8;
/** Labels have few words. Text with longer lines is running text, in a frame or over an ornament. */
const mostWordsOfLabel = 6;
const mostLongLabels = 0.1;
const mostWordsOutside = 2;
/** Larger text is a heading next to a drawing, in sizes of most labels. */
const largestLabel = 1.5;

/**
 * Finds the labels of drawings: short texts between curves and lines that lie close together. Their words belong to no
 * sentence.
 * @param curves and other shapes that a table does not have
 */
export function findFigureLabels(
  segments: readonly Segment[],
  curves: readonly Box[],
  lines: readonly Box[],
): PageTable[] {
  const shapes = [...curves, ...lines];
  if (curves.length === 0 || shapes.length < fewestShapes || segments.length === 0) return [];
  const page = boundsOf(segments);
  const area = (page.right - page.left) * (page.bottom - page.top);
  // A frame around the page.
  const isOfPage = ({ left, right, top, bottom }: Box): boolean =>
    (left <= page.left && right >= page.right) || bottom - top > highestShare * (page.bottom - page.top);
  const drawings = clusterShapes(
    shapes.filter(
      (shape) =>
        (shape.right - shape.left) * (shape.bottom - shape.top) < largestShare * area && !isOfPage(shape),
    ),
    new Set(curves),
  );
  if (drawings.length > mostDrawings) return [];
  const taken = new Set<Segment>();
  return drawings.flatMap((drawing): PageTable[] => {
    const free = segments.filter((segment) => !taken.has(segment));
    const ticks = free.filter((segment) => isTicks(segment) && isLabelOf(segment, drawing));
    // The title of an axis is behind its numbers.
    const { left, bottom } = boundsOf([drawing, ...ticks]);
    const isTitle = (segment: Segment) =>
      segment.top > drawing.top && isShort(segment) && isLabelOf(segment, { ...drawing, left, bottom });
    const near = free.filter((segment) => isLabelOf(segment, drawing) || isTitle(segment));
    const sizes = near.map(({ size }) => size).sort((a, b) => a - b);
    const largest = largestLabel * (sizes[sizes.length >> 1] ?? 0);
    const labels = near.filter((segment) => segment.size <= largest || !isWords(segment));
    const long = labels.filter(
      (segment) => segment.words.length > mostWordsOfLabel && !isTicks(segment),
    ).length;
    if (labels.length === 0 || long > mostLongLabels * labels.length) return [];
    for (const label of labels) taken.add(label);
    return [{ ...boundsOf(labels), rows: [], words: labels.flatMap(({ words }) => words) }];
  });
}

/** The numbers of an axis. */
const isTicks = ({ words }: Segment): boolean => words.every(isNumeric);

/** Whether a table is the numbers of the axes of charts next to each other: the same in all of its columns. */
export function isOfAxes({ rows }: PageTable): boolean {
  const same = rows.filter((cells) => {
    const filled = cells.filter(({ length }) => length > 0);
    const texts = new Set(filled.map((cell) => cell.map(({ text }) => text).join(' ')));
    return filled.length > 1 && texts.size === 1 && filled[0]?.every(isNumeric) === true;
  });
  return same.length > 0.6 * rows.length;
}

const isWords = ({ words }: Segment): boolean =>
  words.some(({ text }) => /\p{L}{3}/u.test(text) && !text.startsWith(formulaNote));

const isShort = ({ words }: Segment): boolean => words.length <= mostWordsOutside;

/** Whether a text is inside a drawing, or short and so near its edge as the numbers of an axis are. */
function isLabelOf(segment: Segment, drawing: Box): boolean {
  const { left, right, top, bottom, size } = segment;
  const middle = (top + bottom) / 2;
  const reach = isShort(segment) || isTicks(segment) ? 1.2 * size : 0;
  const isNextTo = middle > drawing.top && middle < drawing.bottom;
  const over = (isNextTo && reach > 0 ? right - left : 0) + reach + 0.5 * size;
  return (
    left > drawing.left - over &&
    right < drawing.right + over &&
    middle > drawing.top - reach &&
    middle < drawing.bottom + reach
  );
}

/** The boxes around shapes that lie close together, by filling the cells of a grid. */
function clusterShapes(shapes: readonly Box[], curves: ReadonlySet<Box>): Box[] {
  const cells = new Map<number, number>();
  let count = 0;
  const sets = new DisjointSets(shapes.length);
  for (const [index, shape] of shapes.entries())
    for (let x = Math.floor(shape.left / cellSize); x <= Math.floor(shape.right / cellSize) + 1; x++)
      for (let y = Math.floor(shape.top / cellSize); y <= Math.floor(shape.bottom / cellSize) + 1; y++) {
        if (++count > mostCells) return [];
        const cell = 100_000 * y + x;
        const other = cells.get(cell);
        if (other === undefined) cells.set(cell, index);
        else sets.join(index, other);
      }
  return [...Map.groupBy(shapes.entries(), ([index]) => sets.find(index)).values()]
    .filter((own) => own.length >= fewestShapes && own.some(([, shape]) => curves.has(shape)))
    .map((own) => boundsOf(own.map(([, shape]) => shape)))
    .filter(({ left, right, top, bottom }) => right - left > narrowest && bottom - top > lowest);
}
