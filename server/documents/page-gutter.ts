import { isBullet } from './list-markers.ts';
import { buildRows, type Row } from './line-rows.ts';
import { sizeOfMost } from './page-line.ts';
import { sharesBaseline } from './page-rows.ts';
import type { Segment } from './page-segment.ts';
import { boundsOf } from './pdf-characters.ts';

/** When text side by side is read as two columns. */
export interface ColumnRules {
  readonly isSlide: boolean;
  readonly fewestRows: number;
  /** Half of the rows are at least this part of the column's width. */
  readonly rowShare: number;
  /** Lines across both columns, for each line of a column. */
  readonly mostCrossing: number;
  /** Whether text next to each other is no table, whatever is aligned in it. */
  readonly isApart: (left: readonly Segment[], right: readonly Segment[]) => boolean;
}

/** Points on slides are few and short; in prose, labels beside text are not columns. */
export const columnRules: Record<'prose' | 'slide', ColumnRules> = {
  prose: {
    isSlide: false,
    fewestRows: 4,
    rowShare: 0.5,
    mostCrossing: 0.5,
    isApart: () => false,
  },
  slide: {
    isSlide: true,
    fewestRows: 2,
    rowShare: 0.3,
    mostCrossing: 0.9,
    isApart: (left, right) => isList(right) || shareOfAligned(left, right) < 0.4,
  },
};

export interface Gutter {
  readonly left: Segment[];
  readonly right: Segment[];
  readonly crossing: Segment[];
}

/** Finds the white between two columns of running text; tables and labels beside text are not columns. */
export function findGutter(segments: readonly Segment[], rules: ColumnRules): Gutter | undefined {
  if (segments.length < 2 * rules.fewestRows) return undefined;
  const { left: start, right: end } = boundsOf(segments);
  const width = end - start;
  if (!(width > 0) || !Number.isFinite(width)) return undefined;
  const x = emptiestPosition(segments, start, width);
  // In prose, a formula may be longer than its column and end in the gutter.
  const edge = rules.isSlide ? x : boundsOf(segments.filter((segment) => segment.left >= x)).left;
  const isLeft = (one: Segment): boolean =>
    one.right <= x || (one.left < x - gutterShare * width && one.right <= edge);
  const left = segments.filter(isLeft);
  const right = segments.filter((segment) => segment.left >= x);
  const crossing = segments.filter((segment) => segment.left < x && !isLeft(segment));
  const inRow = partsOfRow(crossing, left, right);
  const measure = (side: Segment[], from: number, to: number): Column => {
    const rows = buildRows(side);
    return { side, rows: rows.length, filled: medianWidth(rows) / (to - from) };
  };
  if (Math.min(left.length, right.length) < rules.fewestRows) return undefined;
  if (crossing.length > rules.mostCrossing * (left.length + right.length)) return undefined;
  const columns = [measure(left, start, x), measure(right, x, end)] as const;
  if (!areColumns(columns, rules) || !standSideBySide(left, right)) return undefined;
  if (rules.isSlide && isTable(left, right)) return undefined;
  const lastLines = findLastLines(crossing, left, right);
  const moved = new Set([...lastLines, ...inRow]);
  const isKept = (segment: Segment): boolean => !moved.has(segment);
  return {
    left: left.filter(isKept),
    right: right.filter(isKept),
    crossing: [...crossing, ...moved],
  };
}

/** A text in the gutter, such as a page number, is in neither column. */
const gutterShare = 0.05;

interface Column {
  readonly side: readonly Segment[];
  readonly rows: number;
  /** The share of its width that half of its rows fill. */
  readonly filled: number;
}

/** A column of running text fills most of its width, and the lines next to it, such as code, are nearly as many, but on other baselines. */
const [textShare, rowsBesideText, mostAligned] = [0.7, 0.5, 0.7];

function areColumns(columns: readonly [Column, Column], rules: ColumnRules): boolean {
  const [narrow, wide] = columns.toSorted((one, other) => one.filled - other.filled) as [Column, Column];
  if (Math.min(narrow.rows, wide.rows) < rules.fewestRows) return false;
  if (narrow.filled >= rules.rowShare || rules.isSlide) return narrow.filled >= rules.rowShare;
  const isBesideText = wide.filled >= textShare && middleCount(wide.side) > fewestWordsOfText;
  return (
    isBesideText &&
    narrow.rows >= rowsBesideText * wide.rows &&
    shareOfAligned(narrow.side, wide.side) < mostAligned
  );
}

const fewestWordsOfText = 5;

/** A page with more is no paper, and each is compared with all lines. */
const mostRowsAcross = 40;

/** Texts on both sides of one in the middle, on its line: the captions of pictures next to each other. */
const partsOfRow = (
  crossing: readonly Segment[],
  left: readonly Segment[],
  right: readonly Segment[],
): Segment[] =>
  crossing.slice(0, mostRowsAcross).flatMap((middle) => {
    const onLine = (other: Segment): boolean => sharesBaseline(other, middle);
    const [before, behind] = [left.filter(onLine), right.filter(onLine)];
    return before.length > 0 && behind.length > 0 ? [...before, ...behind] : [];
  });

/** The short last lines of paragraphs across both columns: right below a wide line, with nothing next to them. */
function findLastLines(
  crossing: readonly Segment[],
  left: readonly Segment[],
  right: readonly Segment[],
): ReadonlySet<Segment> {
  const found = new Set<Segment>();
  const below = [...left].sort((a, b) => a.top - b.top);
  const beside = [...right].sort((a, b) => a.top - b.top);
  let [at, other] = [0, 0];
  for (const wide of [...crossing].sort((a, b) => a.bottom - b.bottom)) {
    if (wide.table !== undefined) continue;
    while ((below[at]?.top ?? Infinity) < wide.bottom - 0.3 * wide.size) at++;
    const line = below[at];
    // The line may begin with a larger title and end with a smaller symbol.
    const size = sizeOfMost(wide.words);
    while ((beside[other]?.bottom ?? Infinity) < (line?.top ?? wide.bottom)) other++;
    if (
      line !== undefined &&
      line.top - wide.bottom < 0.5 * wide.size &&
      Math.abs(line.size - size) < 0.05 * size &&
      Math.abs(line.left - wide.left) < 2 * wide.size &&
      (beside[other]?.top ?? Infinity) > line.bottom
    )
      found.add(line);
  }
  return found;
}

/** The x in the middle part of the region that the fewest segments cross, in the middle of the widest such gap. */
function emptiestPosition(segments: readonly Segment[], start: number, width: number): number {
  const steps = 128;
  const cover = new Array<number>(steps).fill(0);
  for (const segment of segments) {
    const from = Math.max(0, Math.floor(((segment.left - start) / width) * steps));
    const to = Math.min(steps - 1, Math.ceil(((segment.right - start) / width) * steps) - 1);
    for (let step = from; step <= to; step++) cover[step] = (cover[step] ?? 0) + 1;
  }
  const first = Math.floor(steps * 0.2);
  const last = Math.ceil(steps * 0.8);
  const fewest = Math.min(...cover.slice(first, last));
  let best = { from: first, length: 0 };
  let runStart = -1;
  for (let step = first; step <= last; step++) {
    if (step < last && cover[step] === fewest) {
      if (runStart < 0) runStart = step;
    } else if (runStart >= 0) {
      if (step - runStart > best.length) best = { from: runStart, length: step - runStart };
      runStart = -1;
    }
  }
  return start + ((best.from + best.length / 2) / steps) * width;
}

function medianWidth(rows: readonly Row[]): number {
  const widths = rows
    .map(({ words }) => boundsOf(words))
    .map(({ left, right }) => right - left)
    .sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

/** Whether a side contains points with bullets, as no second column of a table does. */
const isList = (side: readonly Segment[]): boolean =>
  side.filter(({ words: [first, ...rest] }) => rest.length > 0 && isBullet(first?.text ?? '')).length > 1;

/** Rows of so few words on one side, at the heights of those on the other, are those of a table. */
const fewestWordsOfRow = 3;

/** Whether most rows of one side share a baseline with a row of the other, and one side's rows have few words. */
function isTable(left: Segment[], right: Segment[]): boolean {
  if (isList(right)) return false;
  return (
    shareOfAligned(left, right) > 0.7 && Math.min(middleCount(left), middleCount(right)) <= fewestWordsOfRow
  );
}

/** The share of the side with fewer texts that is on a baseline with a text of the other. */
function shareOfAligned(left: readonly Segment[], right: readonly Segment[]): number {
  const [fewer, more] = left.length <= right.length ? [left, right] : [right, left];
  const sorted = [...more].sort((a, b) => a.top - b.top);
  let at = 0;
  let aligned = 0;
  for (const segment of [...fewer].sort((a, b) => a.top - b.top)) {
    while ((sorted[at]?.bottom ?? Infinity) < segment.top) at++;
    if ([sorted[at], sorted[at + 1]].some((other) => other !== undefined && sharesBaseline(other, segment)))
      aligned++;
  }
  return aligned / fewer.length;
}

function standSideBySide(left: readonly Segment[], right: readonly Segment[]): boolean {
  const [one, other] = [boundsOf(left), boundsOf(right)];
  const top = Math.max(one.top, other.top);
  const bottom = Math.min(one.bottom, other.bottom);
  const within = (segment: Segment) => segment.bottom > top && segment.top < bottom;
  return left.filter(within).length >= 2 && right.filter(within).length >= 2;
}

export const middleCount = (segments: readonly Segment[]): number =>
  segments.map(({ words }) => words.length).sort((a, b) => a - b)[segments.length >> 1] ?? 0;
