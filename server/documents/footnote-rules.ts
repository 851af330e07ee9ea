import { type Box, boundsOf } from './pdf-characters.ts';
import type { PageLine } from './page-line.ts';

/** The line above footnotes begins where the text does, and is this long, in points and relative to the column. */
const shortestLine = 25;
const longestShare = 0.62;
/** The rest of a footnote of the page before has no mark; the line above it may be as long as the column is wide. */
const longestRest = 7;
const mostOfRest = 0.2;
/** Footnotes have at most this share of the lines of a column. */
const mostNotes = 0.5;
/** A page with more lines is a table or a drawing. */
const mostRules = 500;
const startsWithMark = /^[([]?(?:\d{1,3}|[¹²³⁰⁴-⁹]{1,3}|[*∗†‡§¶])/u;

/** Marks the lines below the short line that separates footnotes from the text of their column. */
export function markFootnotes(lines: readonly PageLine[], rules: readonly Box[]): PageLine[] {
  const level = rules
    .filter(({ left, right, top, bottom }) => right - left > shortestLine && bottom - top < 2)
    .sort((one, other) => other.top - one.top);
  if (level.length > mostRules) return [...lines];
  const notes = new Set<PageLine>();
  const columns = Map.groupBy(
    lines.filter(({ box, isTableRow }) => box === undefined && !isTableRow),
    ({ column }) => column,
  );
  for (const own of columns.values()) {
    const column = boundsOf(own);
    const width = column.right - column.left;
    const lowest = own.reduce((one, other) => (other.top > one.top ? other : one));
    const separator = level.find(
      (rule) =>
        Math.abs(rule.left - column.left) < 4 &&
        rule.right - rule.left < 1.05 * width &&
        isBelow(lowest, rule),
    );
    if (separator === undefined) continue;
    const below = own.filter((line) => isBelow(line, separator));
    const [first] = below;
    if (first === undefined || below.length > mostNotes * own.length) continue;
    if (first.top - separator.bottom > 1.5 * first.size) continue;
    const isMarked =
      separator.right - separator.left < longestShare * width && startsWithMark.test(first.text);
    const isRest =
      below.length <= Math.min(longestRest, mostOfRest * own.length) && /^\p{Ll}/u.test(first.text);
    if (!isMarked && !isRest) continue;
    for (const line of below) notes.add(line);
  }
  return lines.map((line) => (notes.has(line) ? { ...line, isNote: true } : line));
}

const isBelow = ({ top, size }: PageLine, rule: Box): boolean => top > rule.bottom - 0.3 * size;
