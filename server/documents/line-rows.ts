import { inRows, sharesBaseline, sharesRow } from './page-rows.ts';
import type { PageTable, Segment } from './page-segment.ts';
import type { PageWord } from './pdf-words.ts';

/** A row of a column: words from left to right, or a table. */
export interface Row {
  readonly words: PageWord[];
  readonly table?: PageTable | undefined;
}

/** Groups the segments of a column into rows from top to bottom. */
export function buildRows(segments: readonly Segment[]): Row[] {
  const rows = inRows(segments, isOnLine).flatMap((row): Row[] =>
    row[0]?.table === undefined ? dividedOverlaps(row) : row.map(({ words, table }) => ({ words, table })),
  );
  return codeTogether(textBeforeTables(rows));
}

/** Lines to the left of a table are read before it: it would divide their sentences. */
function textBeforeTables(rows: readonly Row[]): Row[] {
  const ordered: Row[] = [];
  for (let from = 0; from < rows.length; from++) {
    const row = rows[from];
    if (row === undefined) break;
    const { table } = row;
    if (table !== undefined) {
      let end = table.bottom;
      const isBeside = ({ words, table: other }: Row) =>
        other === undefined && words.every(({ right, top }) => right <= table.left && top < end);
      for (let next = rows[from + 1]; next !== undefined && isBeside(next); next = rows[from + 1]) {
        ordered.push(next);
        const { bottom, size } = next.words[0] ?? { bottom: 0, size: 0 };
        end = Math.max(table.bottom, bottom + 0.35 * size);
        from++;
      }
    }
    ordered.push(row);
  }
  return ordered;
}

/** Whether a segment at the height of a row belongs to it. Small text next to large text and remarks next to code do not. */
function isOnLine(row: readonly Segment[], segment: Segment): boolean {
  return row.slice(-mostOverlaps).every((other) => {
    if (other.table !== undefined || segment.table !== undefined)
      return other.table !== undefined && segment.table !== undefined;
    const [small, large] = [other.size, segment.size].sort((a, b) => a - b) as [number, number];
    const gap = Math.max(segment.left - other.right, other.left - segment.right);
    if (gap < large) return true;
    // Next to a title, two lines of smaller text are not on its line; the cells of a row are, whatever their size.
    if (large > 1.15 * small && !sharesBaseline(other, segment)) return false;
    return large < 1.5 * small && !isRemark(other, segment) && !isRemark(segment, other);
  });
}

interface Words {
  readonly words: readonly PageWord[];
}

const isMonospaced = ({ words }: Words): boolean => words.every(({ monospaced }) => monospaced);

/** Whether a text is a remark in another typeface next to a line of code. */
const isRemark = (text: Words, code: Words): boolean =>
  /[;{}]$/u.test(code.words.at(-1)?.text ?? '') &&
  isMonospaced(code) &&
  text.words.some((word) => !word.monospaced && /\p{L}{3}/u.test(word.text));

/** If lines of code have remarks next to them, all of the code is read first. */
function codeTogether(rows: readonly Row[]): Row[] {
  const isBeside = (row: Row, other: Row | undefined) =>
    other !== undefined &&
    (isRemark(row, other) || isRemark(other, row)) &&
    sharesRow(row.words[0] ?? noHeight, other.words[0] ?? noHeight);
  const from = rows.findIndex((row, index) => isBeside(row, rows[index + 1]));
  if (from < 0) return [...rows];
  const to = rows.findLastIndex((row, index) => index > 0 && isBeside(row, rows[index - 1])) + 1;
  const part = rows.slice(from, to);
  return [
    ...rows.slice(0, from),
    ...part.filter(isMonospaced),
    ...part.filter((row) => !isMonospaced(row)),
    ...rows.slice(to),
  ];
}

const noHeight = { top: 0, bottom: 0 };

/** Words printed over each other belong to different text boxes, so they are never on one line. */
function dividedOverlaps(row: readonly Segment[]): Row[] {
  const words = inOrder(row.flatMap((segment) => segment.words));
  if (row.length === 1 || !words.some((word, index) => isOver(word, words[index - 1]))) return [{ words }];
  const lines: PageWord[][] = [];
  for (const segment of row) {
    // With many boxes in one place, only the last are compared, so that the work stays linear.
    const line = lines.slice(-mostOverlaps).find((other) => {
      const near = inOrder([...other.slice(-mostNeighbours), ...segment.words]);
      return !near.some((word, index) => isOver(word, near[index - 1]));
    });
    if (line === undefined) lines.push([...segment.words]);
    else line.push(...segment.words);
  }
  return lines.map((line) => ({ words: inOrder(line) }));
}

const mostOverlaps = 4;
const mostNeighbours = 40;

const isOver = (word: PageWord, before: PageWord | undefined): boolean =>
  before !== undefined && before.right - word.left > 0.5 * Math.min(word.size, before.size);

function inOrder(words: PageWord[]): PageWord[] {
  const isSorted = words.every((word, index) => index === 0 || (words[index - 1]?.left ?? 0) <= word.left);
  return isSorted ? words : words.sort((a, b) => a.left - b.left);
}
