import { formulaNumber, isBullet, listMarker } from './list-markers.ts';
import { inRows } from './page-rows.ts';
import type { PageTable, Segment } from './page-segment.ts';
import { boundsOf } from './pdf-characters.ts';
import { groupRows, isNumeric, widestLeading } from './table-rows.ts';

/** The widest gap between two rows of one table, relative to their text size. */
const widestRowGap = 4;
const mostWordsInCell = 8;
/** A longer text with a bullet is a point. */
const mostWordsOfBulletedCell = 4;
const mostWordsOnAverage = 4;
const mostWordsInPairs = 2.5;
const mostColumns = 40;
const fewestRows = 3;
/** More consecutive lines than this with text in one column only are not part of the table. */
const mostLoneLines = 4;

/** Finds tables without lines: at least three aligned rows of short texts. */
export function findAlignedTables(segments: readonly Segment[]): PageTable[] {
  const rows = inRows(withoutPoints(segments.filter(({ table }) => table === undefined)));
  const tables: PageTable[] = [];
  // Rows before this one are in a table.
  let free = 0;
  for (let from = 0; from < rows.length;) {
    const { columns, to } = collectRows(rows, from);
    const own = rows.slice(from, to);
    const several = own.filter((row) => row.length > 1);
    if (several.length < fewestRows) {
      from++;
      continue;
    }
    const before = from > free ? (rows[from - 1] ?? []) : [];
    from = to;
    if (!isTable(columns, own.flat(), several)) continue;
    const after = rows[to] ?? [];
    const cells = own.flat();
    if (fits(before, own[0] ?? [], columns)) cells.unshift(...before);
    if (fits(after, own.at(-1) ?? [], columns)) {
      cells.push(...after);
      from++;
    }
    free = from;
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

/** Leaves out the lines of points with bullets, next to which a table may be. */
function withoutPoints(segments: readonly Segment[]): readonly Segment[] {
  const points = segments.filter(
    ({ words }) => words.length > mostWordsOfBulletedCell && isBullet(words[0]?.text ?? ''),
  );
  if (points.length < 2) return segments;
  const isPoint = new Set(points);
  // Rounded, so that a page has few of them.
  const edges = [...new Set(points.flatMap(({ words: [, second] }) => Math.round(second?.left ?? 0)))];
  return segments.filter(
    (segment) =>
      !isPoint.has(segment) && !edges.some((edge) => Math.abs(segment.left - edge) < 0.2 * segment.size),
  );
}

/** Whether a row next to a table, written as fewer texts, such as a head, has words in every column and nowhere else. */
function fits(row: readonly Segment[], nearest: readonly Segment[], columns: readonly Column[]): boolean {
  const [own, other] = [boundsOf(row), boundsOf(nearest)];
  const gap = Math.max(own.top - other.bottom, other.top - own.bottom);
  if (gap > widestRowGap * (row[0]?.size ?? 0)) return false;
  const words = row.flatMap((segment) => segment.words);
  const within = words.map((word) => columns.filter((column) => overlaps(word, column)));
  return (
    columns.length > 2 &&
    within.every(({ length }) => length === 1) &&
    new Set(within.flat()).size === columns.length
  );
}

/** Collects rows while each of their texts is in one column. */
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
  return { columns, to: withoutLastLines(rows, from, to, columns[0]) };
}

/** Lines at the end with text in one column only belong to the text below, unless they continue the last row. */
function withoutLastLines(
  rows: readonly Segment[][],
  from: number,
  end: number,
  first: Column | undefined,
): number {
  let to = end;
  while (to > from + 1 && rows[to - 1]?.length === 1) {
    const [last] = rows[to - 1] ?? [];
    const before = rows[to - 2] ?? [];
    if (last === undefined) break;
    const isTight = last.top - Math.max(...before.map(({ bottom }) => bottom)) < widestLeading * last.size;
    if (isTight && first !== undefined && !overlaps(last, first)) break;
    to--;
  }
  return to;
}

/** A formula of many symbols is short. */
const countWords = ({ words }: Segment): number =>
  Math.max(1, words.filter(({ text }) => /\p{L}{2}|\d/u.test(text)).length);

const isCell = (segment: Segment): boolean =>
  countWords(segment) <= mostWordsInCell && segment.words.some(({ monospaced }) => !monospaced);

/** The columns with a row added; undefined if one of its texts is in two columns, or several are below one wide text. */
function extendColumns(columns: readonly Column[], row: readonly Segment[]): Column[] | undefined {
  if (row.length > mostColumns) return undefined;
  const extended = columns.map((column) => ({ ...column }));
  let last: Column | undefined;
  for (const segment of row) {
    const within = extended.filter((column) => overlaps(segment, column));
    const [column] = within;
    if (within.length > 1 || (column === undefined && row.length === 1)) return undefined;
    if (column !== undefined && column === last) return undefined;
    last = column;
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

/** Distinguishes a table from columns of text, points side by side and entries of an index. */
function isTable(
  columns: readonly Column[],
  cells: readonly Segment[],
  rows: readonly (readonly Segment[])[],
): boolean {
  const share = (test: (segment: Segment) => boolean) => cells.filter(test).length / cells.length;
  const textOf = ({ words }: Segment) => words.map(({ text }) => text).join(' ');
  if (share((cell) => listMarker.test(`${textOf(cell)} x`)) > 0.3) return false;
  if (share((cell) => /^\p{L}.*[,\s]\s*\d+(?:[-–,]\s*\d+)*$/u.test(textOf(cell))) > 0.5) return false;
  const isNumber = (cell: Segment) => formulaNumber.test(textOf(cell));
  // A table may have standard errors in parentheses in all of its columns.
  const numbered = rows.filter((row) => row.findIndex(isNumber) === row.length - 1);
  if (numbered.length > 0.5 * rows.length) return false;
  const words = cells.reduce((sum, cell) => sum + countWords(cell), 0);
  if (words > mostWordsOnAverage * cells.length) return false;
  if (columns.length > 2) return rows.filter((row) => row.length > 2).length >= 2;
  if (words > mostWordsInPairs * cells.length) return false;
  // Two columns without figures may be any texts side by side.
  return columns.some((column) => {
    const own = rows.slice(1).flatMap((row) => row.filter((cell) => overlaps(cell, column)));
    return own.filter(({ words: [first] }) => isNumeric(first)).length > 0.6 * own.length && own.length > 1;
  });
}
