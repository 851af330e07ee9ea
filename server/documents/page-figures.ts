import { DisjointSets } from './disjoint-sets.ts';
import { formulaNote } from './passage.ts';
import { inRows } from './page-rows.ts';
import { type Box, boundsOf } from './pdf-characters.ts';
import { middleSize, type PageTable, type Segment } from './page-segment.ts';
import type { PageWord } from './pdf-words.ts';

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
  const drawings = clusterShapes(
    shapes.filter(
      (shape) =>
        (shape.right - shape.left) * (shape.bottom - shape.top) < largestShare * area &&
        !isOfFrame(shape, page),
    ),
    new Set(curves),
  );
  if (drawings.length > mostDrawings) return [];
  const taken = new Set<Segment>();
  return drawings.flatMap((drawing): PageTable[] => {
    const free = segments.filter((segment) => !taken.has(segment));
    const numbers = new Set(findAxisNumbers(free, drawing));
    // The title of an axis is behind its numbers.
    const axes = { ...drawing, ...boundsOf([drawing, ...numbers]), top: drawing.top };
    const near = free.filter(
      (segment) =>
        numbers.has(segment) ||
        isLabelOf(segment, drawing) ||
        (numbers.size > 0 && segment.top > drawing.top && isShort(segment) && isLabelOf(segment, axes)),
    );
    const largest = largestLabel * middleSize(near);
    const labels = near.filter((segment) => segment.size <= largest || !isWords(segment));
    const long = labels.filter(
      (segment) => segment.words.length > mostWordsOfLabel && !numbers.has(segment),
    ).length;
    if (labels.length === 0 || long > mostLongLabels * labels.length) return [];
    for (const label of labels) taken.add(label);
    return [{ ...boundsOf(labels), rows: [], words: labels.flatMap(({ words }) => words) }];
  });
}

/** Whether a line is of a frame around a page. */
function isOfFrame({ left, right, top, bottom }: Box, page: Box): boolean {
  const height = page.bottom - page.top;
  const isAtSide = right < page.left + 1 || left > page.right - 1;
  const isAtEnd = bottom < page.top + 0.1 * height || top > page.bottom - 0.1 * height;
  return (
    (isAtSide && bottom - top > highestShare * height) ||
    (isAtEnd && left <= page.left && right >= page.right && bottom - top < 1)
  );
}

/**
 * Finds the numbers along the sides of a chart, which are as far from it as they are wide, and the rows of numbers below and above
 * it. They rise or fall.
 */
function findAxisNumbers(segments: readonly Segment[], drawing: Box): Segment[] {
  const isBetween = ({ top, bottom }: Segment) =>
    (top + bottom) / 2 > drawing.top - bottom + top && (top + bottom) / 2 < drawing.bottom + bottom - top;
  const isNumber = ({ words: [word], words }: Segment) => words.length === 1 && tick.test(word?.text ?? '');
  const sides = [
    ({ right, size }: Segment) => Math.abs(drawing.left - right) < reach * size,
    ({ left, size }: Segment) => Math.abs(left - drawing.right) < reach * size,
  ].flatMap((isAt) => {
    const own = segments.filter((segment) => isAt(segment) && isBetween(segment) && isNumber(segment));
    const down = own.toSorted((a, b) => a.top - b.top);
    return isMonotonic(down.map(({ words }) => words[0])) ? down : [];
  });
  const rows = inRows(
    segments.filter(
      (segment) => isLabelOf(segment, drawing, true) && segment.words.every(({ text }) => tick.test(text)),
    ),
  ).filter((row) => isMonotonic(row.flatMap(({ words }) => words)));
  return [...sides, ...rows.flat()];
}

/** How far labels are from a drawing at most, in letter sizes. */
const reach = 1.2;
const fewestNumbers = 3;
const tick = /^[-−+$€£]?\d[\d.,⁻⁰¹²³⁴-⁹e+-]*(?<![.,])[%°]?$/iu;

function isMonotonic(words: readonly (PageWord | undefined)[]): boolean {
  const values = words.map((word) => valueOf(word?.text ?? ''));
  const steps = values.slice(1).map((value, index) => Math.sign(value - (values[index] ?? 0)));
  const most = Math.max(...[1, -1].map((direction) => steps.filter((step) => step === direction).length));
  // The origin may be written twice.
  return values.length >= fewestNumbers && most >= 0.75 * steps.length;
}

/** The value of a number, which may have an exponent: "10⁻³". */
function valueOf(text: string): number {
  const [, base = '', exponent] = /^([^⁻⁰¹²³⁴-⁹]*)([⁻⁰¹²³⁴-⁹]+)?/u.exec(text.replace('−', '-')) ?? [];
  const value = Number.parseFloat(base.replaceAll(/[$€£,+]/gu, ''));
  return exponent === undefined ? value : value ** Number(exponent.normalize('NFKC').replace('−', '-'));
}

const isWords = ({ words }: Segment): boolean =>
  words.some(({ text }) => /\p{L}{3}/u.test(text) && !text.startsWith(formulaNote));

const isShort = ({ words }: Segment): boolean => words.length <= mostWordsOutside;

/** Whether a text is inside a drawing, or short and so near its edge as labels are. */
function isLabelOf(segment: Segment, drawing: Box, isNearby = isShort(segment)): boolean {
  const { left, right, top, bottom, size } = segment;
  const outside = isNearby ? reach * size : 0;
  return (
    left > drawing.left - outside - 0.5 * size &&
    right < drawing.right + outside + 0.5 * size &&
    (top + bottom) / 2 > drawing.top - outside &&
    (top + bottom) / 2 < drawing.bottom + outside
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
