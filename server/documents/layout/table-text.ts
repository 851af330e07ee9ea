import { formulaNumber, listMarker } from '../list-markers.ts';
import type { PageLine } from '../page-line.ts';

/** More words than this in a cell on average are those of columns of text. */
const mostWordsInCell = 6;

/** Whether a line has the cells of a table: parts with wide gaps between them, and few words in each. */
export function hasCells(line: PageLine): boolean {
  const isPair = line.cells.length === 2;
  if (line.cells.length < 2 || (isPair && (listMarker.test(line.text) || endsInNumber(line)))) return false;
  return line.text.split(' ').length <= mostWordsInCell * line.cells.length;
}

/** Whether a line ends in the number of its formula, at the right edge. */
export const endsInNumber = ({ cells }: PageLine): boolean =>
  cells.length > 1 && formulaNumber.test(cells.at(-1)?.text ?? '');

/** Whether two rows of a column are of one table: at least three cells in one of them, or cells that begin alike. */
export function areRowsOfTable(one: PageLine, other: PageLine): boolean {
  if (one.isTableRow || other.isTableRow) return one.isTableRow && other.isTableRow;
  if (one.column !== other.column || !hasCells(one) || !hasCells(other)) return false;
  if (one.cells.length + other.cells.length > 4) return true;
  const second = (line: PageLine) => line.cells[1]?.left ?? 0;
  return Math.abs(second(one) - second(other)) < one.size;
}

/** Writes rows of a table, one a line, with ` | ` between the cells. */
export function writeTable(rows: readonly PageLine[]): string {
  return rows.map((row) => row.cells.map((cell) => cell.text).join(' | ')).join('\n');
}
