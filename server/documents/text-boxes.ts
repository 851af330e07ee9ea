import { growBox, isCentredIn } from './boxes.ts';
import { inRows } from './page-rows.ts';
import type { PageTable, Segment } from './page-segment.ts';
import { type Box, boundsOf } from './pdf-characters.ts';
import type { PageWord } from './pdf-words.ts';
import type { Grid } from './ruled-tables.ts';

/** A page with more frames around words is a drawing. */
const mostFrames = 60;
const fewestRows = 2;
const fewestWordsInRow = 2.5;
/** A frame around more of a page's words than this is its border. */
const mostOfPage = 0.85;
/** A gap in a row, relative to its text size, as between the cells of a table; few rows of running text have one. */
const widestGap = 2;
const mostRowsWithGaps = 0.3;

/** A framed or shaded part of a page, which is read by itself. */
interface TextBox {
  readonly place: PageTable;
  /** The lines inside it. */
  readonly rules: readonly Box[];
}

/**
 * Finds running text that a frame or the edges of a filled rectangle enclose.
 * @param shapes others that may enclose text, such as rounded boxes
 */
export function findTextBoxes(
  segments: readonly Segment[],
  grids: readonly Grid[],
  rules: readonly Box[],
  shapes: readonly Box[] = [],
): TextBox[] {
  const frames = [...grids.flatMap(frameOf), ...shapes];
  if (grids.length > mostFrames) return [];
  const taken = new Set<PageWord>();
  const words = segments.flatMap((segment) => segment.words);
  const filled = frames
    .map((frame) => ({ frame, own: words.filter((word) => isCentredIn(word, frame)) }))
    .filter(({ own }) => own.length >= fewestRows * fewestWordsInRow);
  if (filled.length > mostFrames) return [];
  return filled
    .sort((one, other) => other.own.length - one.own.length)
    .flatMap(({ frame, own }): TextBox[] => {
      const isBorder = own.length > mostOfPage * words.length;
      if (
        isBorder ||
        cutsLines(frame, segments) ||
        !isRunningText(own) ||
        own.some((word) => taken.has(word))
      )
        return [];
      for (const word of own) taken.add(word);
      const inner = growBox(frame, -1);
      const inside = rules.filter(
        (rule) => isCentredIn(rule, inner) && rule.top > inner.top && rule.bottom < inner.bottom,
      );
      return [{ place: { ...boundsOf(own), rows: [], words: own }, rules: inside }];
    });
}

/** How much of at least three sides of a frame is drawn: a title may be in the fourth, or in a tab above it. */
const sideShare = 0.8;
const fewestSides = 3;
/** In points. */
const tolerance = 3;

/** The lines around a grid. Charts that meet have none. */
function frameOf({ level, upright }: Grid): Box[] {
  const frame = boundsOf([...level, ...upright]);
  const { left, right, top, bottom } = frame;
  const across = (y: number) =>
    coverage(
      level.filter((line) => Math.abs(line.top - y) < tolerance).map((line): Span => [line.left, line.right]),
    ) /
    (right - left);
  const down = (x: number) =>
    coverage(
      upright
        .filter((line) => Math.abs(line.left - x) < tolerance)
        .map((line): Span => [line.top, line.bottom]),
    ) /
    (bottom - top);
  const drawn = [across(top), across(bottom), down(left), down(right)].filter((share) => share > sideShare);
  return drawn.length < fewestSides ? [] : [frame];
}

type Span = readonly [from: number, to: number];

/** The length of spans that may lie over each other. */
function coverage(spans: readonly Span[]): number {
  let [length, end] = [0, -Infinity];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}

/** Whether lines of text run through the edge of a frame, which then belongs to a drawing. */
const cutsLines = (frame: Box, segments: readonly Segment[]): boolean =>
  segments.filter(({ words }) => {
    const inside = words.filter((word) => isCentredIn(word, frame)).length;
    return inside > 0 && inside < words.length;
  }).length > 1;

function isRunningText(words: readonly PageWord[]): boolean {
  const rows = inRows(words);
  if (rows.length < fewestRows || words.length < fewestWordsInRow * rows.length) return false;
  const hasGap = (row: readonly PageWord[]): boolean =>
    row.some((word, index) => index > 0 && word.left - (row[index - 1]?.right ?? 0) > widestGap * word.size);
  return rows.filter(hasGap).length <= mostRowsWithGaps * rows.length;
}
