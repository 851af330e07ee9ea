import { listMarker } from './list-markers.ts';
import type { Box } from './pdf-characters.ts';
import type { PageTable, Segment, TableRow } from './page-segment.ts';
import type { PageWord } from './pdf-words.ts';

/** So far apart, in points, lines of one grid may be that meet. */
const tolerance = 3;
const mostRulePairs = 1_000_000;
const mostColumns = 40;
const mostRuledRows = 400;
/** More words than this in a cell on average are those of boxes of text. */
const mostWordsInBox = 25;

/** Finds tables whose cells are ruled. */
export function findRuledTables(words: readonly PageWord[], rules: readonly Box[]): PageTable[] {
  const level = rules.filter((rule) => rule.right - rule.left >= rule.bottom - rule.top);
  const upright = rules.filter((rule) => rule.right - rule.left < rule.bottom - rule.top);
  if (level.length * upright.length > mostRulePairs) return [];
  return joinRules(level, upright).flatMap((grid) => {
    const table = readGrid(words, grid);
    return table === undefined ? [] : [table];
  });
}

interface Grid {
  readonly level: Box[];
  readonly upright: Box[];
}

/** Lines that meet, directly or through others, are one grid. */
function joinRules(level: readonly Box[], upright: readonly Box[]): Grid[] {
  const parents = Array.from({ length: level.length + upright.length }, (_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] ?? at] ?? at;
    return at;
  };
  for (const [index, across] of level.entries())
    for (const [place, down] of upright.entries())
      if (meet(across, down)) parents[find(index)] = find(level.length + place);
  const grids = new Map<number, Grid>();
  const gridOf = (index: number): Grid => {
    const root = find(index);
    const grid = grids.get(root) ?? { level: [], upright: [] };
    grids.set(root, grid);
    return grid;
  };
  for (const [index, rule] of level.entries()) gridOf(index).level.push(rule);
  for (const [index, rule] of upright.entries()) gridOf(level.length + index).upright.push(rule);
  return [...grids.values()].filter((grid) => grid.level.length > 1 && grid.upright.length > 0);
}

const meet = (one: Box, other: Box): boolean =>
  one.left <= other.right + tolerance &&
  one.right >= other.left - tolerance &&
  one.top <= other.bottom + tolerance &&
  one.bottom >= other.top - tolerance;

function readGrid(words: readonly PageWord[], { level, upright }: Grid): PageTable | undefined {
  const xs = distinct([...upright.map(middleX), ...level.flatMap(({ left, right }) => [left, right])]);
  const ys = distinct([...level.map(middleY), ...upright.flatMap(({ top, bottom }) => [top, bottom])]);
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 2 || rows < 2 || columns > mostColumns || rows > mostRuledRows) return undefined;
  const at = (edges: readonly number[], place: number) => edges.findLastIndex((edge) => edge <= place);
  const cells = Array.from({ length: rows * columns }, (): PageWord[] => []);
  const roots = mergedCells(xs, ys, level, upright);
  const own = words.filter((word) => {
    const [column, row] = [at(xs, middleX(word)), at(ys, middleY(word))];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    cells[roots[row * columns + column] ?? 0]?.push(word);
    return true;
  });
  const filled = cells.filter((cell) => cell.length > 0).length;
  if (own.length > mostWordsInBox * filled) return undefined;
  const read = Array.from({ length: rows }, (_, row) => {
    const ownRoots = Array.from({ length: columns }, (__, column) => roots[row * columns + column] ?? 0);
    // A cell over several columns is written once, one over several rows with each of them.
    return ownRoots.flatMap((root, column) => (ownRoots[column - 1] === root ? [] : [cells[root] ?? []]));
  }).flatMap(divideRow);
  const many = read.filter((row) => row.filter((cell) => cell.length > 0).length > 1);
  if (many.length < 2 || filled < 0.3 * cells.length) return undefined;
  const [left = 0, right = 0] = [xs[0], xs.at(-1)];
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)];
  return {
    left,
    right,
    top,
    bottom,
    rows: read.filter((row) => row.some((cell) => cell.length > 0)),
    words: own,
  };
}

const middleX = ({ left, right }: Box): number => (left + right) / 2;
const middleY = ({ top, bottom }: Box): number => (top + bottom) / 2;

/** Places in order, those that differ by a hair once. */
function distinct(places: readonly number[]): number[] {
  const found: number[] = [];
  for (const place of [...places].sort((a, b) => a - b))
    if (place - (found.at(-1) ?? -Infinity) > tolerance) found.push(place);
  return found;
}

/** For each cell of a grid the first of the cells that no line divides from it. */
function mergedCells(
  xs: readonly number[],
  ys: readonly number[],
  level: readonly Box[],
  upright: readonly Box[],
): number[] {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const middles = (edges: readonly number[]) =>
    edges.slice(1).map((edge, index) => (edge + (edges[index] ?? edge)) / 2);
  const near = (edges: readonly number[], place: number) =>
    edges.findIndex((edge) => Math.abs(edge - place) <= tolerance);
  const walls = new Set<string>();
  for (const rule of upright)
    for (const [row, y] of middles(ys).entries())
      if (rule.top < y && rule.bottom > y) walls.add(`left ${row} ${near(xs, middleX(rule))}`);
  for (const rule of level)
    for (const [column, x] of middles(xs).entries())
      if (rule.left < x && rule.right > x) walls.add(`top ${near(ys, middleY(rule))} ${column}`);
  const roots: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column;
      if (column > 0 && !walls.has(`left ${row} ${column}`)) roots[index] = roots[index - 1] ?? index;
      else if (row > 0 && !walls.has(`top ${row} ${column}`)) roots[index] = roots[index - columns] ?? index;
      else roots[index] = index;
    }
  return roots;
}

const fewestLines = 3;

/** The rows of a table between two of its lines: often one, but all of them where only the head is ruled off. */
function divideRow(row: TableRow): TableRow[] {
  const lineCounts = row.map((cell) => new Set(cell.map(({ bottom }) => Math.round(bottom / 3))).size);
  const isOne =
    (lineCounts[0] ?? 0) < fewestLines || lineCounts.filter((count) => count >= fewestLines).length < 2;
  return isOne ? [row.map(inReadingOrder)] : groupRows(row);
}

/** Whether two boxes overlap by half of the lower one's height (a raised number stands in its line's row). */
export function sharesRow(a: { top: number; bottom: number }, b: { top: number; bottom: number }): boolean {
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return overlap > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top);
}

/** Boxes in rows from top to bottom, each from left to right. */
export function inRows<T extends Box>(
  boxes: readonly T[],
  belongs: (row: readonly T[], box: T) => boolean,
): T[][] {
  const rows: { top: number; bottom: number; boxes: T[] }[] = [];
  for (const box of [...boxes].sort((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    // The rows above are sorted too: only the last few can share this box's height.
    const row = rows.slice(-3).find((other) => sharesRow(other, box) && belongs(other.boxes, box));
    if (row) {
      row.boxes.push(box);
      // A row keeps the height of its tallest box, so that superscripts do not stretch it to its neighbours.
      if (box.bottom - box.top > row.bottom - row.top) [row.top, row.bottom] = [box.top, box.bottom];
    } else rows.push({ top: box.top, bottom: box.bottom, boxes: [box] });
  }
  return rows.map((row) => row.boxes.sort((a, b) => a.left - b.left));
}

const inReadingOrder = (words: readonly PageWord[]): PageWord[] => inRows(words, () => true).flat();

/** White between two lines of one cell, as part of their size. */
const widestLeading = 0.35;

/** Puts the words of columns together to rows, where the text of a cell may run over several lines. */
function groupRows(columns: readonly (readonly PageWord[])[]): TableRow[] {
  const columnOf = new Map(columns.flatMap((words, column) => words.map((word) => [word, column] as const)));
  const rows: { top: number; bottom: number; cells: PageWord[][] }[] = [];
  for (const words of inRows([...columnOf.keys()], () => true)) {
    const cells = columns.map((): PageWord[] => []);
    for (const word of words) cells[columnOf.get(word) ?? 0]?.push(word);
    const top = Math.min(...words.map((word) => word.top));
    const bottom = Math.max(...words.map((word) => word.bottom));
    const before = rows.at(-1);
    const gap = before === undefined ? Infinity : (top - before.bottom) / (words[0]?.size ?? 1);
    if (before !== undefined && continuesRow(before.cells, cells, gap)) {
      for (const [column, cell] of cells.entries()) before.cells[column]?.push(...cell);
      before.bottom = Math.max(before.bottom, bottom);
    } else rows.push({ top, bottom, cells });
  }
  return rows.map(({ cells }) => cells.map(inReadingOrder));
}

function continuesRow(before: TableRow, cells: TableRow, gap: number): boolean {
  if (gap < -0.1) return true;
  if (gap > widestLeading) return false;
  if (before[0]?.length === 0) return cells[0]?.length === 0;
  const filled = cells.filter((cell) => cell.length > 0);
  if (cells[0]?.[0] !== undefined) return filled.length === 1 && /^\p{Ll}/u.test(cells[0][0].text);
  return (
    cells.every((cell, column) => cell.length === 0 || before[column]?.length !== 0) &&
    !(filled.length > 1 && filled.every(([word]) => isNumeric(word)))
  );
}

const isNumeric = (word: PageWord | undefined): boolean => /^[-+−±~<>≈$€£(]?\d/u.test(word?.text ?? '');

/** White between two rows of one table, as part of their size. */
const widestRowGap = 4;
const mostWordsInCell = 8;
const mostWordsOnAverage = 4;
const mostWordsInPairs = 2.5;
const fewestRows = 3;
/** So many lines in a row with text in one column only are text below the table. */
const mostLoneLines = 4;

/** Finds tables without lines: at least three rows of short texts that are below each other. */
export function findAlignedTables(segments: readonly Segment[]): PageTable[] {
  const rows = inRows(
    segments.filter(({ table }) => table === undefined),
    () => true,
  );
  const tables: PageTable[] = [];
  for (let from = 0; from < rows.length;) {
    const { columns, to } = collectRows(rows, from);
    const own = rows.slice(from, to);
    const several = own.filter((row) => row.length > 1);
    if (several.length < fewestRows) {
      from++;
      continue;
    }
    from = to;
    const cells = own.flat();
    if (!isTable(columns, cells, several)) continue;
    const words = cells.flatMap((segment) => segment.words);
    const byColumn = columns.map((column) => words.filter((word) => overlaps(word, column)));
    tables.push({ ...boundsOf(cells), rows: groupRows(byColumn), words });
  }
  return tables;
}

interface Column {
  left: number;
  right: number;
}

const overlaps = (one: Column, other: Column): boolean => one.left < other.right && one.right > other.left;

/** Takes rows from one on, as long as each of their texts is in one column. */
function collectRows(rows: readonly Segment[][], from: number): { columns: Column[]; to: number } {
  let columns: Column[] = [];
  let lone = 0;
  let to = from;
  for (let bottom = Infinity; to < rows.length; to++) {
    const row = rows[to] ?? [];
    const [first] = row;
    if (first === undefined || !row.every(isCell) || (to === from && row.length < 2)) break;
    if (to > from && first.top - bottom > widestRowGap * first.size) break;
    const extended = extendColumns(columns, row);
    lone = row.length > 1 ? 0 : lone + 1;
    if (extended === undefined || lone > mostLoneLines) break;
    columns = extended;
    bottom = Math.max(...row.map((segment) => segment.bottom));
  }
  // Lines in one column at the end belong to what follows, unless they run on from the last row.
  while (to > from + 1 && rows[to - 1]?.length === 1) {
    const [last] = rows[to - 1] ?? [];
    const before = rows[to - 2] ?? [];
    if (last === undefined) break;
    const isTight = last.top - Math.max(...before.map(({ bottom }) => bottom)) < widestLeading * last.size;
    if (isTight && columns.length > 0 && !overlaps(last, columns[0] ?? last)) break;
    to--;
  }
  return { columns, to: Math.max(to, from) };
}

const isCell = ({ words }: Segment): boolean =>
  words.length <= mostWordsInCell && words.some(({ monospaced }) => !monospaced);

/** The columns with a row added to them; undefined where one of its texts is in two of them. */
function extendColumns(columns: readonly Column[], row: readonly Segment[]): Column[] | undefined {
  if (row.length > mostColumns) return undefined;
  const extended = columns.map((column) => ({ ...column }));
  for (const segment of row) {
    const within = extended.filter((column) => overlaps(segment, column));
    const [column] = within;
    if (within.length > 1 || (column === undefined && row.length === 1)) return undefined;
    if (column === undefined) extended.push({ left: segment.left, right: segment.right });
    else {
      column.left = Math.min(column.left, segment.left);
      column.right = Math.max(column.right, segment.right);
    }
  }
  extended.sort((a, b) => a.left - b.left);
  const isApart = extended.every(
    (column, index) => index === 0 || column.left > (extended[index - 1]?.right ?? 0),
  );
  return isApart && extended.length <= mostColumns ? extended : undefined;
}

/** Whether texts below each other are a table and not columns of text, points side by side or entries of an index. */
function isTable(
  columns: readonly Column[],
  cells: readonly Segment[],
  rows: readonly (readonly Segment[])[],
): boolean {
  const share = (test: (segment: Segment) => boolean) => cells.filter(test).length / cells.length;
  const textOf = ({ words }: Segment) => words.map(({ text }) => text).join(' ');
  if (share((cell) => listMarker.test(`${textOf(cell)} x`)) > 0.3) return false;
  if (share((cell) => /^\p{L}.*[,\s]\s*\d+(?:[-–,]\s*\d+)*$/u.test(textOf(cell))) > 0.5) return false;
  const words = cells.reduce((sum, cell) => sum + cell.words.length, 0);
  if (words > mostWordsOnAverage * cells.length) return false;
  if (columns.length > 2) return rows.filter((row) => row.length > 2).length >= 2;
  if (words > mostWordsInPairs * cells.length) return false;
  // Of two columns one holds figures: else they may be anything side by side.
  return columns.some((column) => {
    const own = rows.slice(1).flatMap((row) => row.filter((cell) => overlaps(cell, column)));
    return own.filter(({ words: [first] }) => isNumeric(first)).length > 0.6 * own.length && own.length > 1;
  });
}

function boundsOf(boxes: readonly Box[]): Box {
  const [first] = boxes;
  const bounds = { left: 0, right: 0, top: 0, bottom: 0, ...first };
  for (const { left, right, top, bottom } of boxes) {
    bounds.left = Math.min(bounds.left, left);
    bounds.right = Math.max(bounds.right, right);
    bounds.top = Math.min(bounds.top, top);
    bounds.bottom = Math.max(bounds.bottom, bottom);
  }
  const { left, right, top, bottom } = bounds;
  return { left, right, top, bottom };
}
