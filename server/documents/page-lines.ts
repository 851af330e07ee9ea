import type { PageWord } from './pdf-words.ts';
import { toLine, toTableLine, type PageLine } from './page-line.ts';
import { findAlignedTables } from './aligned-tables.ts';
import { buildRows } from './line-rows.ts';
import { type ColumnRules, columnRules, findGutter, middleCount } from './page-gutter.ts';
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

function withAlignedTables(segments: Segment[]): Segment[] {
  const tables = findAlignedTables(segments);
  if (tables.length === 0) return segments;
  const inTables = new Set(tables.flatMap((table) => table.words));
  return [
    ...segments.filter((segment) => segment.words.every((word) => !inTables.has(word))),
    ...tables.map(asSegment),
  ];
}
