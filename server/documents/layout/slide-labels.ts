import { growBox, isCentredIn, meetsBox } from '../boxes.ts';
import { listMarker } from '../list-markers.ts';
import type { LineCell, PageLine } from '../page-line.ts';
import { findPlaces } from '../page-lines.ts';
import { type Box, boundsOf } from '../pdf-characters.ts';
import type { DeckStyle } from './deck-style.ts';
import type { Drawing } from './find-drawings.ts';
import type { Fragment, FragmentedPage } from './slide-fragments.ts';
import { areRowsOfTable } from './table-text.ts';

/** So many small texts of a word or three are the labels of a picture. */
const fewestSmallLabels = 6;
const mostWordsOfSmallLabel = 3;
/** The text of one part of a drawing. A drawing with longer texts or bullets is a frame around them. */
const mostWordsOfPart = 12;
/** From a drawing to the middle of a label next to it, in sizes of the label. */
const farthestLabel = 2;
/** Symbols say nothing without the drawing whose parts they name. */
const mostSymbols = 4;

/** Finds the labels of pictures, drawings and axes among the lines of a slide, which say nothing without them. */
export function findSlideLabels(
  lines: readonly PageLine[],
  drawings: readonly Drawing[],
  { bodySize }: DeckStyle,
): ReadonlySet<PageLine> {
  const points = linesOfPoints(lines);
  const free = lines.filter(
    (line, index) =>
      !points.has(line) &&
      (isFree(line, lines[index - 1], lines[index + 1]) ||
        line.cells.some((cell) => drawings.some((one) => one.hasArrows && isNear(one, { cell, line }, 0)))),
  );
  const isSmall = ({ size }: PageLine) => size < 0.65 * bodySize;
  const isInside = (line: PageLine) =>
    line.cells.some((cell) => drawings.some((drawing) => isNear(drawing, { cell, line }, 1)));
  const small = free.filter(
    (line) => isSmall(line) && line.cells.every(({ text }) => countWords(text) <= mostWordsOfSmallLabel),
  );
  const cells = lines.flatMap((line) => line.cells.map((cell) => ({ cell, line })));
  const inDrawings = new Set(drawings.flatMap((drawing) => labelsIn(drawing, cells, points)));
  const isLabelled = ({ cells }: PageLine) =>
    cells.some((cell) => inDrawings.has(cell)) &&
    cells.every((cell) => inDrawings.has(cell) || countWords(cell.text) === 1);
  const texts = lines.filter(({ text }) => !isSymbolic(text));
  return new Set([
    ...(small.length >= fewestSmallLabels ? small : []),
    ...lines.filter((line) => isSmall(line) && isInside(line)),
    ...free.filter((line) => isLabelled(line) || isSymbol(line, texts)),
  ]);
}

/** A title is larger than the text by this. */
const titleSize = 1.12;

/** Finds the labels between arrows and curves. They are taken out before lines are made, since text may be next to them. */
export function findDrawingLabels(
  { fragments, rules, frames, drawings }: FragmentedPage,
  bodySize: number,
): ReadonlySet<Fragment> {
  if (!drawings.some(({ hasArrows }) => hasArrows)) return new Set();
  const { ruled, boxes } = findPlaces(
    fragments.flatMap(({ words }) => words),
    rules,
    frames,
  );
  const text = new Set([...ruled, ...boxes.map(({ place }) => place)].flatMap(({ words }) => words));
  const placed = fragments
    .filter(({ size, words }) => size < titleSize * bodySize && !words.some((word) => text.has(word)))
    .filter((fragment) => !fragment.text.endsWith(':'))
    .map((fragment) => {
      const { left, right } = boundsOf(fragment.words);
      return { cell: { text: fragment.text, left, right }, line: fragment };
    });
  const labels = new Set(
    drawings.flatMap((drawing) => (drawing.hasArrows ? labelsIn(drawing, placed, new Set()) : [])),
  );
  return new Set(placed.flatMap(({ cell, line }) => (labels.has(cell) ? [line] : [])));
}

/** A line without the symbols of a drawing next to its text. */
export function withoutSymbols(line: PageLine, drawings: readonly Drawing[]): PageLine {
  const isLabel = (cell: LineCell) =>
    /^\p{L}+$/u.test(cell.text) &&
    isSymbolic(cell.text) &&
    drawings.some((drawing) => isNear(drawing, { cell, line }, 1));
  const cells = line.cells.filter((cell) => !isLabel(cell));
  if (line.isTableRow || line.monospaced || cells.every(({ text }) => isSymbolic(text))) return line;
  if (cells.length === line.cells.length) return line;
  const { left, right } = boundsOf(cells.map((cell) => boxOf({ cell, line })));
  return { ...line, cells, left, right, text: cells.map(({ text }) => text).join(' ') };
}

/** Lines that begin a point or run on from one. */
function linesOfPoints(lines: readonly PageLine[]): ReadonlySet<PageLine> {
  const found = new Set<PageLine>();
  let [first, last]: (PageLine | undefined)[] = [];
  for (const line of lines) {
    const runsOn =
      first !== undefined &&
      last?.column === line.column &&
      Math.abs(line.left - first.textLeft) < 0.8 * line.size &&
      line.top - last.bottom < 0.75 * line.size;
    if (listMarker.test(line.text)) first = line;
    else if (!runsOn) first = undefined;
    last = line;
    if (first !== undefined) found.add(line);
  }
  return found;
}

const countWords = (text: string): number => text.split(' ').length;

/** Whether a line is neither a point, code nor the row of a table. */
const isFree = (line: PageLine, before: PageLine | undefined, after: PageLine | undefined): boolean =>
  !line.monospaced &&
  !line.isTableRow &&
  !listMarker.test(line.text) &&
  ![before, after].some((other) => other !== undefined && areRowsOfTable(line, other));

/** Numbers, or names of a letter or two. A formula says something, and so may two characters of other scripts. */
const isSymbolic = (text: string): boolean =>
  !/\p{L}{3}|\p{Ll}{2}|[=<>≤≥≠≈∈→⇒+−×%$€£]|\(\p{L}|(?![\p{Script=Latin}\p{Script=Greek}])\p{L}/u.test(text) &&
  (countWords(text) <= mostSymbols || !/\p{L}/u.test(text));

/** Points begin below each other; a column of symbols names the rows of a drawing. */
const isSymbol = (line: PageLine, texts: readonly PageLine[]): boolean =>
  isSymbolic(line.text) &&
  !texts.some(
    (other) =>
      Math.min(Math.abs(other.left - line.left), Math.abs(other.textLeft - line.left)) < 0.4 * line.size,
  );

interface PlacedCell {
  readonly cell: LineCell;
  readonly line: Pick<PageLine, 'top' | 'bottom' | 'size'>;
}

/** The texts in and around a drawing. */
function labelsIn(
  drawing: Box,
  cells: readonly PlacedCell[],
  points: ReadonlySet<PlacedCell['line']>,
): LineCell[] {
  const inside = cells.filter((placed) => isNear(drawing, placed, 1));
  const isFrame =
    inside.some(({ cell, line }) => points.has(line) || listMarker.test(cell.text)) ||
    inClusters(inside).some((cluster) => countWordsOf(cluster) > mostWordsOfPart);
  if (isFrame) return [];
  // The name of an axis is beyond the numbers along it.
  const numbers = cells.filter(
    (placed) => isSymbolic(placed.cell.text) && isNear(drawing, placed, farthestLabel),
  );
  const whole = boundsOf([drawing, ...numbers.map(boxOf)]);
  return inClusters(cells.filter((placed) => isNear(whole, placed, farthestLabel)))
    .filter(
      (cluster) =>
        countWordsOf(cluster) <= mostWordsOfSmallLabel ||
        cluster.every((placed) => isNear(drawing, placed, 1)),
    )
    .flatMap((cluster) => cluster.map(({ cell }) => cell));
}

const boxOf = ({ cell: { left, right }, line: { top, bottom } }: PlacedCell): Box => ({
  left,
  right,
  top,
  bottom,
});

/** Operators are not words. */
const countWordsOf = (cluster: readonly PlacedCell[]): number =>
  cluster.reduce(
    (sum, { cell: { text } }) =>
      sum + (isSymbolic(text) ? 0 : text.split(' ').filter((part) => /[\p{L}\p{N}]/u.test(part)).length),
    0,
  );

/** Whether the middle of a text is within so many sizes of a drawing, or for more than one the text's nearer end. */
function isNear(drawing: Box, placed: PlacedCell, sizes: number): boolean {
  const { left, right, top, bottom } = boxOf(placed);
  const around = growBox(drawing, sizes * placed.line.size);
  const isBeside =
    sizes > 1 &&
    meetsBox(
      { left, right, top: (top + bottom) / 2, bottom: (top + bottom) / 2 + 1 },
      growBox(drawing, placed.line.size),
    );
  return isBeside || isCentredIn({ left, right, top, bottom }, around);
}

/** Puts texts right below each other together, such as those in one box. */
function inClusters(cells: readonly PlacedCell[]): PlacedCell[][] {
  const clusters: PlacedCell[][] = [];
  for (const placed of [...cells].sort((a, b) => a.line.top - b.line.top)) {
    const { cell, line } = placed;
    const cluster = clusters.find((other) => {
      const last = other.at(-1);
      return (
        last !== undefined &&
        cell.left < last.cell.right &&
        cell.right > last.cell.left &&
        line.top - last.line.bottom < 0.5 * line.size
      );
    });
    if (cluster === undefined) clusters.push([placed]);
    else cluster.push(placed);
  }
  return clusters;
}
