import type { PageWord } from './pdf-words.ts';
import { toLine, toTableLine, type PageLine } from './page-line.ts';
import { findAlignedTables } from './aligned-tables.ts';
import { hasBullet } from './list-markers.ts';
import { buildRows } from './line-rows.ts';
import { inRows, sharesBaseline, sharesRow } from './page-rows.ts';
import { markFootnotes } from './footnote-rules.ts';
import { findMarginNotes, insertNotes } from './margin-notes.ts';
import { findFigureLabels } from './page-figures.ts';
import { findGrids, findRuledTables } from './ruled-tables.ts';
import type { PageTable, Segment } from './page-segment.ts';
import { type Box, boundsOf } from './pdf-characters.ts';
import { findTextBoxes } from './text-boxes.ts';

/** Widest space between two words written one after the other, and between others, in letter sizes. */
const widestSpace = 1.3;
const widestStraySpace = 0.7;
/** When text side by side is read as two columns. */
interface ColumnRules {
  readonly fewestRows: number;
  /** Half of the rows are at least this part of the column's width. */
  readonly rowShare: number;
  /** Rows of fewer words on both sides, at the same heights, are those of a table. */
  readonly fewestWords: number;
  /** Lines across both columns, for each line of a column. */
  readonly mostCrossing: number;
  /** Whether text next to each other is no table, whatever is aligned in it. */
  readonly isApart: (left: readonly Segment[], right: readonly Segment[]) => boolean;
}

/** Points on slides are few and short; in prose, labels beside text are not columns. */
const columnRules: Record<'prose' | 'slide', ColumnRules> = {
  prose: { fewestRows: 4, rowShare: 0.5, fewestWords: 0, mostCrossing: 0.5, isApart: () => false },
  slide: {
    fewestRows: 2,
    rowShare: 0.3,
    fewestWords: 3,
    mostCrossing: 0.9,
    isApart: (left, right) => isList(right) || shareOfAligned(left, right) < 0.4,
  },
};

/**
 * Puts the words of a page into lines and the lines into reading order: column by column where text is side
 * by side, else from top to bottom. Every word is in exactly one line. The method is a recursive cut at the white
 * between columns (XY-cut; Nagy and Seth 1984), with full-width lines (titles, wide captions) dividing the bands.
 */
export function orderLines(
  words: readonly PageWord[],
  kind: 'prose' | 'slide' = 'prose',
  rules: readonly Box[] = [],
  drawings: readonly Box[] = [],
): PageLine[] {
  const grids = findGrids(rules);
  const ruled = findRuledTables(words, grids);
  const inTables = new Set(ruled.flatMap((table) => table.words));
  if (kind === 'slide') {
    const slideColumns: Segment[][] = [];
    const written = joinNeighbours(buildSegments(words.filter((word) => !inTables.has(word))));
    orderSegments([...written, ...ruled.map(asSegment)], slideColumns, columnRules.slide, 0);
    return slideColumns.flatMap((own, column) =>
      buildRows(own).flatMap(
        ({ words: line, table }) =>
          table?.rows.map((cells) => toTableLine(cells, column)) ?? [toLine(line, column)],
      ),
    );
  }
  const outside = buildSegments(words.filter((word) => !inTables.has(word)));
  const figures = findFigureLabels(outside, drawings, rules);
  for (const place of figures) for (const word of place.words) inTables.add(word);
  const isOutside = (segment: Segment): boolean => segment.words.every((word) => !inTables.has(word));
  const boxes = findTextBoxes(outside.filter(isOutside), grids, rules);
  for (const { place } of boxes) for (const word of place.words) inTables.add(word);
  const segments = boxes.length === 0 ? outside : buildSegments(words.filter((word) => !inTables.has(word)));
  const aligned = findTables(segments, columnRules[kind]);
  for (const word of aligned.flatMap((table) => table.words)) inTables.add(word);
  const text = segments.filter(isOutside);
  const margin = findMarginNotes(text);
  const inMargin = new Set(margin?.notes.flat());
  const columns: Segment[][] = [];
  orderSegments(
    [
      ...text.filter((segment) => !inMargin.has(segment)),
      ...[...ruled, ...aligned, ...figures, ...boxes.map(({ place }) => place)].map(asSegment),
    ],
    columns,
    columnRules[kind],
    0,
    true,
  );
  const boxLines = new Map([
    ...boxes.map(({ place, rules: inside }, box): [PageTable, PageLine[]] => [
      place,
      orderLines(place.words, kind, inside).map((line) => ({ ...line, box })),
    ]),
    ...figures.map((place, index): [PageTable, PageLine[]] => [
      place,
      orderLines(place.words, kind).map((line) => ({ ...line, box: boxes.length + index, isLabel: true })),
    ]),
  ]);
  const lines = columns.flatMap((own, column) =>
    buildRows(own).flatMap(({ words: line, table }) => {
      if (table === undefined) return [toLine(line, column)];
      return boxLines.get(table) ?? table.rows.map((cells) => toTableLine(cells, column));
    }),
  );
  const marked = markFootnotes(lines, rules);
  if (margin === undefined) return marked;
  const notes = margin.notes.map((note, index) =>
    buildRows(note).map((row) => ({
      ...toLine(row.words, columns.length + index),
      box: boxes.length + figures.length + index,
    })),
  );
  return insertNotes(marked, notes, margin.side);
}

/** Next to a column of running text, the rows of a table end where that column begins. */
function findTables(segments: readonly Segment[], rules: ColumnRules): PageTable[] {
  const tables = findAlignedTables(segments);
  const split = findGutter(segments, rules);
  const isText = (side: readonly Segment[]): boolean => middleCount(side) >= fewestWordsOfColumn;
  if (split === undefined || !(isText(split.left) || isText(split.right))) return tables;
  const wordsOf = (side: readonly Segment[]) => new Set(side.flatMap(({ words }) => words));
  const [left, right] = [wordsOf(split.left), wordsOf(split.right)];
  const across = tables.filter(({ rows }) => {
    const wide = rows.filter((row) =>
      [left, right].every((side) => row.flat().some((word) => side.has(word))),
    );
    const isShort = rows.flat().every((cell) => cell.length < fewestWordsOfColumn);
    return isShort && wide.length > 0.7 * rows.length;
  });
  const taken = new Set(across.flatMap(({ words }) => words));
  const sides = [split.left, split.right, split.crossing].map((side) =>
    side.filter(({ words }) => !words.some((word) => taken.has(word))),
  );
  return [...across, ...sides.flatMap(findAlignedTables)];
}

const fewestWordsOfColumn = 5;

const middleCount = (segments: readonly Segment[]): number =>
  segments.map(({ words }) => words.length).sort((a, b) => a - b)[segments.length >> 1] ?? 0;

const asSegment = (table: PageTable): Segment => ({
  ...table,
  words: [...table.words],
  size: table.words[0]?.size ?? 10,
  table,
});

/** Puts words, in the order in which the PDF writes them, together to segments. */
export function buildSegments(words: readonly PageWord[]): Segment[] {
  const segments: Segment[] = [];
  let current: Segment | undefined;
  for (const word of words) {
    if (current && continuesSegment(current, word)) {
      current.words.push(word);
      current.left = Math.min(current.left, word.left);
      current.right = Math.max(current.right, word.right);
      current.top = Math.min(current.top, word.top);
      current.bottom = Math.max(current.bottom, word.bottom);
    } else {
      const { left, right, top, bottom, size } = word;
      current = { words: [word], left, right, top, bottom, size };
      segments.push(current);
    }
  }
  return segments;
}

/** The widest gap between the formulas in a line and its words, which may be written apart, in letter sizes. */
const widestFormulaSpace = 0.45;

function joinNeighbours(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const row of inRows(segments)) {
    for (const [index, segment] of row.entries()) {
      const before = index === 0 ? undefined : joined.at(-1);
      const gap = (segment.left - (before?.right ?? 0)) / segment.size;
      if (before === undefined || gap < -0.1 || gap > widestFormulaSpace || !sharesBaseline(before, segment))
        joined.push(segment);
      else {
        const size = before.words.length < segment.words.length ? segment.size : before.size;
        const words = [...before.words, ...segment.words];
        joined[joined.length - 1] = { ...boundsOf([before, segment]), size, words };
      }
    }
  }
  return joined;
}

function continuesSegment(segment: Segment, word: PageWord): boolean {
  const size = Math.max(segment.size, word.size, 1);
  const gap = word.left - segment.right;
  const widest = (word.follows ? widestSpace : widestStraySpace) * size;
  return gap > -0.5 * size && gap < widest && sharesRow(segment, word);
}

function orderSegments(
  all: Segment[],
  columns: Segment[][],
  rules: ColumnRules,
  depth: number,
  hasTables = false,
): void {
  let segments = all;
  let split = depth < 4 ? findGutter(segments, rules) : undefined;
  const isApart = split !== undefined && rules.isApart(split.left, split.right);
  if (!hasTables && !isApart) {
    segments = withAlignedTables(all);
    if (segments !== all && depth < 4) split = findGutter(segments, rules);
  }
  const next = hasTables || !isApart;
  if (!split) {
    if (segments.length > 0) columns.push(segments);
    return;
  }
  const wide = split.crossing.sort((a, b) => a.top - b.top);
  let { left, right } = split;
  for (let index = 0; index <= wide.length; index++) {
    const limit = wide[index]?.top ?? Number.POSITIVE_INFINITY;
    const above = (segment: Segment) => (segment.top + segment.bottom) / 2 < limit;
    orderSegments(left.filter(above), columns, rules, depth + 1, next);
    orderSegments(right.filter(above), columns, rules, depth + 1, next);
    left = left.filter((segment) => !above(segment));
    right = right.filter((segment) => !above(segment));
    // Wide lines directly under each other stay together.
    const band: Segment[] = [];
    for (let line = wide[index]; line; line = wide[index]) {
      band.push(line);
      const following = wide[index + 1];
      const between = following?.top ?? line.bottom;
      if (!following || [...left, ...right].some((segment) => (segment.top + segment.bottom) / 2 < between))
        break;
      index++;
    }
    if (band.length > 0) columns.push(band);
  }
}

interface Gutter {
  readonly left: Segment[];
  readonly right: Segment[];
  readonly crossing: Segment[];
}

/** Finds the white between two columns of running text; tables and labels beside text are not columns. */
function findGutter(segments: readonly Segment[], rules: ColumnRules): Gutter | undefined {
  if (segments.length < 2 * rules.fewestRows) return undefined;
  const start = Math.min(...segments.map((segment) => segment.left));
  const end = Math.max(...segments.map((segment) => segment.right));
  const width = end - start;
  if (!(width > 0) || !Number.isFinite(width)) return undefined;
  const x = emptiestPosition(segments, start, width);
  const left = segments.filter((segment) => segment.right <= x);
  const right = segments.filter((segment) => segment.left >= x);
  const crossing = segments.filter((segment) => segment.right > x && segment.left < x);
  const isColumn = (side: Segment[], from: number, to: number) =>
    buildRows(side).length >= rules.fewestRows && medianWidth(side) >= rules.rowShare * (to - from);
  if (Math.min(left.length, right.length) < rules.fewestRows) return undefined;
  if (crossing.length > rules.mostCrossing * (left.length + right.length)) return undefined;
  if (!isColumn(left, start, x) || !isColumn(right, x, end) || !standSideBySide(left, right))
    return undefined;
  if (rules.fewestWords > 0 && isTable(left, right, rules.fewestWords)) return undefined;
  const lastLines = findLastLines(crossing, left, right);
  return {
    left: left.filter((segment) => !lastLines.has(segment)),
    right,
    crossing: [...crossing, ...lastLines],
  };
}

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
    while ((beside[other]?.bottom ?? Infinity) < (line?.top ?? wide.bottom)) other++;
    if (
      line !== undefined &&
      line.top - wide.bottom < 0.5 * wide.size &&
      Math.abs(line.size - wide.size) < 0.05 * wide.size &&
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

function medianWidth(segments: readonly Segment[]): number {
  const widths = buildRows(segments)
    .map(
      (row) =>
        Math.max(...row.words.map(({ right }) => right)) - Math.min(...row.words.map(({ left }) => left)),
    )
    .sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

function withAlignedTables(segments: Segment[]): Segment[] {
  const tables = findAlignedTables(segments);
  if (tables.length === 0) return segments;
  const inTables = new Set(tables.flatMap((table) => table.words));
  return [
    ...segments.filter((segment) => segment.words.every((word) => !inTables.has(word))),
    ...tables.map(asSegment),
  ];
}

/** Whether a side contains points with bullets, as no second column of a table does. */
const isList = (side: readonly Segment[]): boolean =>
  side.filter(({ words: [first, ...rest] }) => rest.length > 0 && hasBullet(`${first?.text} x`)).length > 1;

/** Whether most rows of one side share a baseline with a row of the other, and one side's rows have few words. */
function isTable(left: Segment[], right: Segment[], fewestWords: number): boolean {
  if (isList(right)) return false;
  return shareOfAligned(left, right) > 0.7 && Math.min(middleCount(left), middleCount(right)) <= fewestWords;
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
  const top = Math.max(Math.min(...left.map((s) => s.top)), Math.min(...right.map((s) => s.top)));
  const bottom = Math.min(Math.max(...left.map((s) => s.bottom)), Math.max(...right.map((s) => s.bottom)));
  const within = (segment: Segment) => segment.bottom > top && segment.top < bottom;
  return left.filter(within).length >= 2 && right.filter(within).length >= 2;
}
