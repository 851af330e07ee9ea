import type { PageWord } from './pdf-words.ts';
import { toLine, toTableLine, type PageLine } from './page-line.ts';
import { findAlignedTables } from './aligned-tables.ts';
import { buildRows } from './line-rows.ts';
import { type ColumnRules, columnRules, findGutter, type Gutter, middleCount } from './page-gutter.ts';
import { markFootnotes } from './footnote-rules.ts';
import { findMarginNotes, insertNotes } from './margin-notes.ts';
import { findFigureLabels } from './page-figures.ts';
import { findGrids, findRuledTables } from './ruled-tables.ts';
import { buildSegments, joinNeighbours, middleSize, type PageTable, type Segment } from './page-segment.ts';
import type { Box } from './pdf-characters.ts';
import { findTextBoxes } from './text-boxes.ts';

/**
 * Puts the words of a page into lines and the lines into reading order: column by column where text is side
 * by side, else from top to bottom. Every word is in exactly one line. The method is a recursive cut at the white
 * between columns (XY-cut; Nagy and Seth 1984), with full-width lines (titles, wide captions) dividing the bands.
 */
export function orderLines(
  words: readonly PageWord[],
  rules: readonly Box[] = [],
  drawings: readonly Box[] = [],
): PageLine[] {
  const grids = findGrids(rules);
  const ruled = findRuledTables(words, grids);
  const placed = new Set(ruled.flatMap((table) => table.words));
  const outside = buildSegments(words.filter((word) => !placed.has(word)));
  const figures = findFigureLabels(outside, drawings, rules);
  for (const place of figures) for (const word of place.words) placed.add(word);
  const isOutside = (segment: Segment): boolean => segment.words.every((word) => !placed.has(word));
  const boxes = findTextBoxes(outside.filter(isOutside), grids, rules);
  for (const { place } of boxes) for (const word of place.words) placed.add(word);
  const segments = boxes.length === 0 ? outside : buildSegments(words.filter((word) => !placed.has(word)));
  const aligned = findTables(segments.filter(isOutside));
  for (const word of aligned.flatMap((table) => table.words)) placed.add(word);
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
    columnRules.prose,
    0,
    true,
  );
  const boxLines = new Map([
    ...boxes.map(({ place, rules: inside }, box): [PageTable, PageLine[]] => [
      place,
      orderLines(place.words, inside).map((line) => ({ ...line, box })),
    ]),
    ...figures.map((place, index): [PageTable, PageLine[]] => [
      place,
      orderLines(place.words).map((line) => ({ ...line, box: boxes.length + index, isLabel: true })),
    ]),
  ]);
  const lines = markFootnotes(toLines(columns, boxLines), rules);
  if (margin === undefined) return lines;
  const notes = margin.notes.map((note, index) =>
    buildRows(note).map((row) => ({
      ...toLine(row.words, columns.length + index),
      box: boxes.length + figures.length + index,
    })),
  );
  return insertNotes(lines, notes, margin.side);
}

/**
 * Like {@link orderLines}, for a slide: its points are short, and tables and drawings may be next to them.
 * @param frames shapes that may enclose text
 */
export function orderSlideLines(
  words: readonly PageWord[],
  rules: readonly Box[] = [],
  frames: readonly Box[] = [],
): PageLine[] {
  const { ruled, boxes } = findPlaces(words, rules, frames);
  const placed = new Set(ruled.flatMap((table) => table.words));
  for (const { place } of boxes) for (const word of place.words) placed.add(word);
  const segments = joinNeighbours(buildSegments(words.filter((word) => !placed.has(word))));
  const columns: Segment[][] = [];
  const places = [...ruled, ...boxes.map(({ place }) => place)];
  orderSegments([...segments, ...places.map(asSegment)], columns, columnRules.slide, 0);
  const boxLines = boxes.map(({ place, rules: inside }, box): [PageTable, PageLine[]] => [
    place,
    orderSlideLines(place.words, inside).map((line) => ({
      ...line,
      column: columns.length + mostColumnsOfBox * box + line.column,
    })),
  ]);
  return toLines(columns, new Map(boxLines));
}

/** The tables with lines and the running text in boxes of a slide, which are no labels. */
export function findPlaces(words: readonly PageWord[], rules: readonly Box[], frames: readonly Box[]) {
  const grids = findGrids(rules);
  const ruled = findRuledTables(words, grids);
  const placed = new Set(ruled.flatMap((table) => table.words));
  const outside = buildSegments(words.filter((word) => !placed.has(word)));
  return { ruled, boxes: findTextBoxes(outside, grids, rules, frames) };
}

/** Columns of a page and of the boxes on it are counted apart. */
const mostColumnsOfBox = 100;

/** @param known the lines of boxes and drawings, which are no tables */
const toLines = (
  columns: readonly (readonly Segment[])[],
  known: ReadonlyMap<PageTable, readonly PageLine[]> = new Map(),
): PageLine[] =>
  columns.flatMap((segments, column) =>
    buildRows(segments).flatMap(({ words, table }) => {
      if (table === undefined) return [toLine(words, column)];
      return known.get(table) ?? table.rows.map((cells) => toTableLine(cells, column));
    }),
  );

/** Next to a column of running text, the rows of a table end where that column begins. */
function findTables(segments: readonly Segment[]): PageTable[] {
  const tables = findAlignedTables(segments);
  const split = findGutter(segments, columnRules.prose);
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
const isText = (side: readonly Segment[]): boolean => middleCount(side) >= fewestWordsOfColumn;

const asSegment = (table: PageTable): Segment => ({
  ...table,
  words: [...table.words],
  size: table.words[0]?.size ?? 10,
  table,
});

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
  const parts = depth < 4 && hasTables ? cutAboveColumns(segments, rules, split !== undefined) : undefined;
  if (parts !== undefined) for (const part of parts) orderSegments(part, columns, rules, depth + 1, next);
  else if (split !== undefined) orderSides(split, columns, rules, depth + 1, next);
  else if (segments.length > 0) columns.push(segments);
}

function orderSides(
  split: Gutter,
  columns: Segment[][],
  rules: ColumnRules,
  depth: number,
  hasTables: boolean,
): void {
  const wide = split.crossing.toSorted((a, b) => a.top - b.top);
  const sides = [split.left, split.right].map((side) => inBands(side, wide));
  let together: Segment[] = [];
  for (let index = 0; index <= wide.length; index++) {
    const beside = sides.map((bands) => bands.get(index) ?? []);
    // Wide lines directly under each other stay together.
    if (together.length > 0 && beside.some((band) => band.length > 0)) {
      columns.push(together);
      together = [];
    }
    for (const band of beside) orderSegments(band, columns, rules, depth, hasTables);
    const line = wide[index];
    if (line !== undefined) together.push(line);
  }
  if (together.length > 0) columns.push(together);
}

const mostCuts = 6;

/** Fewer lines of smaller type are footnotes. */
const fewestLinesOfTier = 16;
const sizeOfTier = 0.87;

/**
 * Text across the page, such as an abstract, may be longer than the columns below it: divides at the white between them. If the
 * page has columns from top to bottom, only those of smaller type, such as the literature, are read after those above.
 */
function cutAboveColumns(
  segments: readonly Segment[],
  rules: ColumnRules,
  hasColumns: boolean,
): Segment[][] | undefined {
  const sorted = [...segments].sort((a, b) => a.top - b.top);
  let bottom = Infinity;
  const gaps = sorted.flatMap(({ top, bottom: end, size }, index) => {
    const gap = top - bottom;
    bottom = index === 0 ? end : Math.max(bottom, end);
    return gap > 0.5 * size ? [{ index, gap }] : [];
  });
  const widest = gaps.sort((a, b) => b.gap - a.gap).slice(0, mostCuts);
  const cut = widest
    .sort((a, b) => a.index - b.index)
    .find(({ index }) => {
      const [above, below] = [sorted.slice(0, index), sorted.slice(index)];
      if (hasColumns && Math.min(above.length, below.length) < fewestLinesOfTier) return false;
      const split = findGutter(below, rules);
      const sides = split === undefined ? [] : [split.left, split.right];
      const size = sizeOfTier * middleSize(above);
      return (
        sides.length > 0 && sides.every((side) => isText(side) && (!hasColumns || middleSize(side) < size))
      );
    });
  return cut === undefined ? undefined : [sorted.slice(0, cut.index), sorted.slice(cut.index)];
}

/** Divides one side at the tops of the wide lines, by the number of wide lines above. */
function inBands(side: readonly Segment[], wide: readonly Segment[]): Map<number, Segment[]> {
  const middleOf = ({ top, bottom }: Segment): number => (top + bottom) / 2;
  let above = 0;
  return Map.groupBy(
    side.toSorted((a, b) => middleOf(a) - middleOf(b)),
    (segment) => {
      while ((wide[above]?.top ?? Infinity) <= middleOf(segment)) above++;
      return above;
    },
  );
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
