import { inRows } from './page-rows.ts';
import type { TableRow } from './page-segment.ts';
import { boundsOf } from './pdf-characters.ts';
import type { PageWord } from './pdf-words.ts';

export const inReadingOrder = (words: readonly PageWord[]): PageWord[] => inRows(words).flat();

/** The widest gap between two lines of one cell, relative to their text size. */
export const widestLeading = 0.35;

/** Groups the words of columns into rows; a cell may have several lines. */
export function groupRows(columns: readonly (readonly PageWord[])[]): TableRow[] {
  const columnOf = new Map(columns.flatMap((words, column) => words.map((word) => [word, column] as const)));
  const rows: { top: number; bottom: number; cells: PageWord[][] }[] = [];
  for (const words of inRows([...columnOf.keys()])) {
    const cells = columns.map((): PageWord[] => []);
    for (const word of words) cells[columnOf.get(word) ?? 0]?.push(word);
    const { top, bottom } = boundsOf(words);
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

export const isNumeric = (word: PageWord | undefined): boolean =>
  /^[-+−±~<>≈$€£(]?\d/u.test(word?.text ?? '');
