import type { PageLine } from '../page-line.ts';
import { listMarker } from '../list-markers.ts';
import { hasRoomFor } from './line-shape.ts';

const fewestLines = 6;
const mostMarked = 0.1;
/** Of the lines of a column, at its two left edges together, and at the inner one. */
const [mostlyAtEdges, fewestIndented] = [0.85, 0.25];
/** Of the entries, so many may have only one line. */
const mostSingle = 0.5;
/** Of the indented lines, so many continue a line that had no room for their first word. */
const mostlyContinuing = 0.8;

/**
 * Finds the lines with which the entries of a list begin that has no marks, such as one of literature: only their further lines
 * are indented. The lines of a column of text are mostly not indented, and follow each other.
 * @param columnRight where the column's lines end, in points
 */
export function findHangingEntries(lines: readonly PageLine[], columnRight: number): ReadonlySet<PageLine> {
  const none = new Set<PageLine>();
  const marked = lines.filter(({ text }) => listMarker.test(text)).length;
  if (lines.length < fewestLines || marked > mostMarked * lines.length) return none;
  const byEdge = [...Map.groupBy(lines, ({ left }) => Math.round(left)).values()];
  const [outer = [], inner = []] = byEdge
    .sort((one, other) => other.length - one.length)
    .slice(0, 2)
    .sort(([one], [other]) => (one?.left ?? 0) - (other?.left ?? 0));
  const [first, second] = [outer[0], inner[0]];
  if (first === undefined || second === undefined) return none;
  const indent = (second.left - first.left) / first.size;
  if (indent < 0.5 || indent > 2.5) return none;
  if (outer.length + inner.length < mostlyAtEdges * lines.length) return none;
  if (inner.length < fewestIndented * lines.length) return none;
  const starts = new Set(outer);
  const pairs = lines.slice(1).map((line, index) => ({ before: lines[index] ?? line, line }));
  const single = pairs.filter(({ before, line }) => starts.has(before) && starts.has(line)).length;
  const indented = pairs.filter(({ before, line }) => starts.has(before) && !starts.has(line));
  const continuing = indented.filter(
    ({ before, line }) => !hasRoomFor(line, before, columnRight - 2.5 * line.size),
  );
  return single <= mostSingle * outer.length && continuing.length >= mostlyContinuing * indented.length
    ? starts
    : none;
}
