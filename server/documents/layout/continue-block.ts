import type { PageLine } from '../page-line.ts';
import type { BodyStyle } from './heading-lines.ts';
import { breaksEarly, endsSentence, hasRoomFor } from './line-shape.ts';

/** What a line is on its page. */
export type LineRole = 'heading' | 'list-item' | 'note' | 'caption' | 'code' | 'table' | 'index' | 'text';

/** A block whose lines are being collected. */
export interface OpenBlock {
  readonly role: LineRole;
  readonly lines: PageLine[];
  readonly first: number;
  /** The place of its last line on the page: where lines were taken out after it, the next one continues it as in another column. */
  last: number;
}

export const keepsLines = (role: LineRole): boolean =>
  role === 'code' || role === 'table' || role === 'index';

const OPENS_BLOCK: ReadonlySet<LineRole> = new Set(['list-item', 'note', 'caption']);

/** Whether a line belongs to the block before it. `rights`: where the lines of each column end, in points. */
export function continuesBlock(
  open: OpenBlock,
  line: PageLine,
  role: LineRole,
  body: BodyStyle,
  isNext: boolean,
  rights: ReadonlyMap<number, number>,
): boolean {
  const last = open.lines.at(-1);
  if (!last || OPENS_BLOCK.has(role)) return false;
  const columnRight = rights.get(last.column) ?? last.right;
  const sameColumn = last.column === line.column && isNext;
  const height = Math.max(last.bottom - last.top, line.bottom - line.top, 1);
  const gap = sameColumn ? line.top - last.bottom : 0;
  if (open.role !== role && [open.role, role].some((one) => keepsLines(one) || one === 'heading'))
    return false;
  if (keepsLines(role)) return !sameColumn || gap < 2 * height || line.isTableRow;
  if (role === 'heading')
    return sameColumn && gap < 0.6 * height && open.lines.length < 4 && looksAlike(last, line);
  if (Math.abs(last.size - line.size) > 0.15 * body.size) return false;
  if (!sameColumn) return runsOnElsewhere(open.role === 'note', last, line, body, columnRight);
  if (gap > widestGap(last, line, body)) return false;
  return open.role === 'list-item'
    ? continuesItem(open, line, body, columnRight)
    : continuesParagraph(open, last, line, body);
}

/** A wider gap is one between paragraphs; the usual leading comes from the document. An icon can push two lines of a sentence apart. */
const widestGap = (last: PageLine, line: PageLine, body: BodyStyle): number =>
  body.lineGap + (/[\p{Ll},]$/u.test(last.text) && /^\p{Ll}/u.test(line.text) ? 0.8 : 0.45) * body.size;

/** Whether a block runs on in the next column, below a picture or on the next page. A note rarely does, and a title above columns never. */
export function runsOnElsewhere(
  isNote: boolean,
  last: PageLine,
  line: PageLine,
  body: BodyStyle,
  columnRight: number,
): boolean {
  if (Math.abs(last.size - line.size) > 0.08 * body.size) return false;
  if (/^\p{Ll}/u.test(line.text)) return true;
  return !isNote && !endsSentence(last.text) && !hasRoomFor(line, last, columnRight - 2.5 * body.size);
}

const looksAlike = (one: PageLine, other: PageLine): boolean =>
  Math.abs(one.size - other.size) < 0.5 && one.bold === other.bold;

/** Text that returns to the left of the item's mark is a new paragraph; so is text at the mark, below text that is indented. */
function continuesItem(open: OpenBlock, line: PageLine, body: BodyStyle, columnRight: number): boolean {
  const [first, last] = [open.lines[0], open.lines.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (/^\p{Ll}/u.test(line.text) && !endsSentence(last.text)) return true;
  const isLeftOf = (other: PageLine): boolean => other.left < first.left - 0.3 * body.size;
  // The first line of a paragraph may be indented and begin with a letter or number.
  if (isLeftOf(last)) return continuesParagraph(open, last, line, body);
  const isFull = !hasRoomFor(line, last, columnRight - 0.5 * body.size) && !endsSentence(last.text);
  if (isLeftOf(line)) return isFull;
  const isIndented = (left: number): boolean => left > first.textLeft - 0.5 * body.size;
  if (isIndented(line.left) || first.textLeft < first.left + 0.5 * body.size)
    return line.left > first.left + 1 || !endsSentence(last.text);
  return isFull;
}

function continuesParagraph(open: OpenBlock, last: PageLine, line: PageLine, body: BodyStyle): boolean {
  if (breaksEarly(open.lines, line, body.size)) return false;
  if (!endsSentence(last.text)) return true;
  const indented = line.left > last.left + 0.8 * body.size;
  // Text that was set narrower ends with a shorter last line.
  const outdented = line.left < last.left - 0.8 * body.size && open.lines.length > 1;
  return !indented && !outdented;
}
