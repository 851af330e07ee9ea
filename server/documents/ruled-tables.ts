import { DisjointSets } from './disjoint-sets.ts';
import { type Box, boundsOf } from './pdf-characters.ts';
import type { PageTable, TableRow } from './page-segment.ts';
import type { PageWord } from './pdf-words.ts';
import { groupRows, inReadingOrder } from './table-rows.ts';

/** Lines of one grid meet if they are at most this far apart, in points. */
const tolerance = 3;
const mostRulePairs = 1_000_000;
const mostColumns = 40;
const mostRuledRows = 400;
/** Cells with more words than this on average are text boxes. */
const mostWordsInBox = 25;

/** Groups the lines of a page into grids: tables, frames, and the edges of filled rectangles. */
export function findGrids(rules: readonly Box[]): Grid[] {
  const level = rules.filter((rule) => rule.right - rule.left >= rule.bottom - rule.top);
  const upright = joinStacked(rules.filter((rule) => rule.right - rule.left < rule.bottom - rule.top));
  return level.length * upright.length > mostRulePairs ? [] : joinRules(level, upright);
}

/** Joins vertical lines that are drawn row by row. */
function joinStacked(upright: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const rule of upright.toSorted((a, b) => a.left - b.left || a.top - b.top)) {
    const last = joined.at(-1);
    if (last !== undefined && rule.left - last.left < 0.5 && rule.top - last.bottom < tolerance)
      joined[joined.length - 1] = boundsOf([last, rule]);
    else joined.push(rule);
  }
  return joined;
}

export function findRuledTables(words: readonly PageWord[], grids: readonly Grid[]): PageTable[] {
  return grids.flatMap((grid) => {
    const table = readGrid(words, grid);
    return table === undefined ? [] : [table];
  });
}

/** Lines that meet. */
export interface Grid {
  readonly level: Box[];
  readonly upright: Box[];
}

/** Groups lines that meet, directly or through others, into grids. */
function joinRules(level: readonly Box[], upright: readonly Box[]): Grid[] {
  const sets = new DisjointSets(level.length + upright.length);
  for (const [index, across] of level.entries())
    for (const [place, down] of upright.entries())
      if (meet(across, down)) sets.join(index, level.length + place);
  const grids = new Map<number, Grid>();
  const gridOf = (index: number): Grid => {
    const root = sets.find(index);
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
  if (!areRectangles(roots, columns)) return undefined;
  const cellOf = (word: PageWord) => roots[at(ys, middleY(word)) * columns + at(xs, middleX(word))] ?? 0;
  const own = words.filter((word) => {
    const [column, row] = [at(xs, middleX(word)), at(ys, middleY(word))];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    cells[cellOf(word)]?.push(word);
    return true;
  });
  if (runsThrough(own, cellOf)) return undefined;
  const filled = cells.filter((cell) => cell.length > 0).length;
  if (own.length > mostWordsInBox * filled) return undefined;
  const read = Array.from({ length: rows }, (_, row) => {
    const ownRoots = Array.from({ length: columns }, (__, column) => roots[row * columns + column] ?? 0);
    // A cell over several columns is written once; a cell over several rows is repeated in each.
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

const mostRunningThrough = 3;

/** Whether lines of text run through the lines between cells, which then belong to a frame around something else. */
function runsThrough(words: readonly PageWord[], cellOf: (word: PageWord) => number): boolean {
  const through = words.filter((word, index) => {
    const before = words[index - 1];
    if (before === undefined || !word.follows) return false;
    const gap = (word.left - before.right) / word.size;
    return gap > 0 && gap < 0.4 && cellOf(before) !== cellOf(word);
  });
  return through.length > mostRunningThrough;
}

const middleX = ({ left, right }: Box): number => (left + right) / 2;
const middleY = ({ top, bottom }: Box): number => (top + bottom) / 2;

/** Positions in order, with nearly equal ones merged. */
function distinct(places: readonly number[]): number[] {
  const found: number[] = [];
  for (const place of [...places].sort((a, b) => a - b))
    if (place - (found.at(-1) ?? -Infinity) > tolerance) found.push(place);
  return found;
}

/** For each cell of a grid, the first cell that no line separates it from. */
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

/** Of a table, unlike of a chart within a frame, all cells are rectangles. */
function areRectangles(roots: readonly number[], columns: number): boolean {
  const places = roots.map((root, index) => ({
    root,
    column: index % columns,
    row: Math.floor(index / columns),
  }));
  return [...Map.groupBy(places, ({ root }) => root).values()].every((own) => {
    const across = new Set(own.map(({ column }) => column)).size;
    const down = new Set(own.map(({ row }) => row)).size;
    return own.length === across * down;
  });
}

const fewestLines = 3;

/** The rows between two lines of a table: often one, but all rows if only the head is ruled off. */
function divideRow(row: TableRow): TableRow[] {
  const lineCounts = row.map((cell) => new Set(cell.map(({ bottom }) => Math.round(bottom / 3))).size);
  const isOne =
    (lineCounts[0] ?? 0) < fewestLines || lineCounts.filter((count) => count >= fewestLines).length < 2;
  return isOne ? [row.map(inReadingOrder)] : groupRows(row);
}
