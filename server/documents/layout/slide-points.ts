import { joinLines, type WordCounts } from '../hyphenation.ts';
import { listMarker } from '../list-markers.ts';
import type { PageLine } from '../page-line.ts';
import { endsInNumber } from './table-text.ts';

/** A point of a slide: a bullet with the lines that it runs over, or a single line. */
export interface SlidePoint {
  /** With its bullet or number, when it has one. */
  readonly text: string;
  readonly isBulleted: boolean;
  /** How far it is indented under other points, from 0. */
  readonly depth: number;
}

/** What shows whether a line was full. Lengths are points. */
interface TextBox {
  /** The right edges of the column's lines, from the right. */
  readonly rights: readonly number[];
  /** The left edges of the column's points with marks. */
  readonly lefts: readonly number[];
  /** Of the slide. */
  readonly width: number;
  readonly leading: number | undefined;
}

interface OpenPoint {
  readonly first: PageLine;
  readonly lines: PageLine[];
}

/** Deeper points are shown as deep as this. */
const deepest = 4;
/** Words after which no point ends. */
const unfinished = /[,–—-]$|\b(?:a|an|the|of|to|and|or|in|on|for|with|by|from|is|are|that|which|as|at)$/iu;
const startsSmall = /^[("“]?\p{Ll}/u;
/** A line of fewer words may be the name of a list of words that begin with small letters. */
const fewestWordsOfSentence = 4;
/** What a point begins with: "Part 1: …", "Q: …". */
const lead = /^\p{Lu}[\p{L}\d ]{0,24}:\s/u;
/** How far the lines of a point may begin from its text, in letter sizes; below a full line with a bullet, twice as far to the right. */
const widestHang = 0.8;
/** White between two lines of one point, as part of their size: more begins a new point. */
const widestLeading = 0.75;

/** Puts the lines of a slide without its title, code and tables together to points, with their depths. */
export function groupPoints(lines: readonly PageLine[], width: number, counts: WordCounts): SlidePoint[] {
  const leading = tightLeading(lines);
  const boxes = new Map(
    [...Map.groupBy(lines, ({ column }) => column)].map(([column, own]): [number, TextBox] => {
      const rights = own.map(({ right }) => right).sort((a, b) => b - a);
      const lefts = own.filter(({ text }) => listMarker.test(text)).map(({ left }) => left);
      return [column, { rights, lefts, width, leading }];
    }),
  );
  const points: OpenPoint[] = [];
  for (const line of lines) {
    const open = points.at(-1);
    const box = boxes.get(line.column);
    if (open !== undefined && box !== undefined && continuesPoint(open, line, box)) open.lines.push(line);
    else points.push({ first: line, lines: [line] });
  }
  const lefts = shelves(points);
  return points.map(({ first, lines: own }) => {
    const text = own.map((line) => line.text).reduce((joined, next) => joinLines(joined, next, counts, true));
    return { text, isBulleted: listMarker.test(first.text), depth: depthOf(first, lefts) };
  });
}

function continuesPoint({ first, lines }: OpenPoint, line: PageLine, box: TextBox): boolean {
  const [right = 0] = box.rights;
  const last = lines.at(-1) ?? first;
  if (line.column !== last.column || listMarker.test(line.text)) return false;
  if (Math.abs(line.size - last.size) > 0.12 * last.size) return false;
  const ended = /[.!?:;]$/u.test(last.text) || endsInNumber(last);
  const gap = line.top - last.bottom;
  const runsOn = startsSmall.test(line.text) && !ended;
  const widest = (runsOn ? 1.7 * widestLeading : widestLeading) * line.size;
  // The lines of a point are equally far apart.
  if (gap > Math.max(widest, gapBefore(lines) + 1) || gap < -0.9 * line.size) return false;
  if (
    !isAligned(line, lines, right) &&
    !isCentredBelow(line, [first, last], box) &&
    !isBelowBullet(line, first, last, right)
  )
    return false;
  if (listMarker.test(first.text))
    return runsOn || unfinished.test(last.text) || (isFull(last, line, right) && last.bold === line.bold);
  return !ended && runsOnWithoutBullet([first, last], line, box);
}

/** Whether a line begins where the text of a point does. */
function isAligned(line: PageLine, lines: readonly PageLine[], right: number): boolean {
  const last = lines.at(-1) ?? line;
  const isSecond = lines.length === 1;
  const hang = (line.left - (isSecond ? last.textLeft : last.left)) / line.size;
  const mayHangFar = isSecond && listMarker.test(last.text) && isFull(last, line, right);
  return hang >= -widestHang && hang <= (mayHangFar ? 2 : 1) * widestHang;
}

/** Bullets may be part of a picture: a line that begins like a point is one. */
function runsOnWithoutBullet(
  [first, last]: readonly [PageLine, PageLine],
  line: PageLine,
  { rights, width, leading }: TextBox,
): boolean {
  const [right = 0, second = 0] = rights;
  if (lead.test(line.text)) return false;
  const isLower = startsSmall.test(line.text);
  const isLong = last.right - last.left > 0.7 * (right - last.left);
  const isUnfinished = unfinished.test(last.text);
  const words = (first === last ? last.text : `${first.text} ${last.text}`).split(' ').length;
  const isSentence = /^\p{Lu}/u.test(first.text) && words >= fewestWordsOfSentence;
  if (isLower && (isLong || isUnfinished || isSentence)) return true;
  if (!isFull(last, line, right)) return false;
  if (isLower || isUnfinished) return true;
  // The longest of several lines is no longer than its text.
  const isEdge = last.right - second < 2 * line.size;
  const isTight = isEdge && line.top - last.bottom < (leading ?? -Infinity) + 0.12 * line.size;
  // A bold line is the heading of the next or a remark on the last.
  return last.bold === line.bold && (isTight || last.right > 0.85 * width);
}

/** Some lists begin all lines of a point below its bullet. */
const isBelowBullet = (line: PageLine, first: PageLine, last: PageLine, right: number): boolean =>
  Math.abs(line.left - first.left) < 0.2 * line.size &&
  (startsSmall.test(line.text) || isFull(last, line, right));

/** Whether a line is centred below a point whose mark is not below another one. A formula below a colon is centred by itself. */
const isCentredBelow = (
  line: PageLine,
  [first, last]: readonly [PageLine, PageLine],
  { lefts }: TextBox,
): boolean =>
  !last.text.endsWith(':') &&
  (!listMarker.test(first.text) ||
    lefts.filter((left) => Math.abs(left - first.left) < 0.2 * line.size).length < 2) &&
  [first, last].some((above) => sharesCentre(line, above));

/** Whether lines share a centre, with the mark of the upper one or without it. */
const sharesCentre = (line: PageLine, { left, textLeft, right }: PageLine): boolean =>
  [left, textLeft].some((from) => Math.abs(line.left + line.right - from - right) < line.size);

/** The white above the last line of a point, or none below its first. */
function gapBefore(lines: readonly PageLine[]): number {
  const [before, last] = lines.slice(-2);
  return before === undefined || last === undefined ? 0 : last.top - before.bottom;
}

/** The white between lines of one point, where points are set further apart than that; else undefined. */
function tightLeading(lines: readonly PageLine[]): number | undefined {
  const gaps = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    return before?.column === line.column && Math.abs(before.size - line.size) < 0.12 * line.size
      ? [line.top - before.bottom]
      : [];
  });
  const tight = Math.min(...gaps);
  const size = lines[0]?.size ?? 10;
  return gaps.some((gap) => gap > tight + 0.2 * size) ? tight : undefined;
}

/** Whether the first word of the next line had no more room on a line. */
function isFull(line: PageLine, next: PageLine, right: number): boolean {
  const character = (next.right - next.left) / Math.max(1, next.text.length);
  const word = next.text.indexOf(' ') < 0 ? next.text.length : next.text.indexOf(' ');
  return line.right + (word + 0.5) * character > right - 0.3 * line.size;
}

/** The left edges at which points of each column begin, from the left; edges that differ by a hair are one. */
function shelves(points: readonly OpenPoint[]): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [column, own] of Map.groupBy(points, ({ first }) => first.column)) {
    const edges: number[] = [];
    const firsts = own.map(({ first }) => first);
    const placed = areCentred(firsts) ? [] : firsts.filter((line) => !isAlone(line, own));
    for (const { left, size } of placed.sort((a, b) => a.left - b.left))
      if (left - (edges.at(-1) ?? -Infinity) > 0.6 * size) edges.push(left);
    found.set(column, edges);
  }
  return found;
}

/** Two lines may share a centre by chance. */
const fewestCentred = 3;

function areCentred(lines: readonly PageLine[]): boolean {
  const [first] = lines;
  if (first === undefined || lines.length < fewestCentred) return false;
  const middle = first.left + first.right;
  if (lines.some(({ left, right, size }) => Math.abs(left + right - middle) >= size)) return false;
  return [lines.toSorted((a, b) => a.left - b.left), lines.toSorted((a, b) => a.right - b.right)].every(
    (sorted) => sorted.every((line, index) => !sharesOneEdge(line, sorted[index - 1] ?? line)),
  );
}

/** Centred lines share both edges or none; full lines of a list share one. */
function sharesOneEdge(line: PageLine, other: PageLine): boolean {
  const apart = [Math.abs(line.left - other.left), Math.abs(line.right - other.right)];
  return Math.min(...apart) < 0.2 * line.size && Math.max(...apart) > 0.5 * line.size;
}

/** A line without a bullet where no other point begins, such as one that is centred, has no depth. */
function isAlone(line: PageLine, points: readonly OpenPoint[]): boolean {
  if (listMarker.test(line.text)) return false;
  let alike = 0;
  for (const { first } of points) if (Math.abs(first.left - line.left) <= 0.6 * line.size) alike++;
  return alike < 2;
}

function depthOf(line: PageLine, lefts: ReadonlyMap<number, number[]>): number {
  const edges = lefts.get(line.column) ?? [];
  const index = edges.findLastIndex((edge) => Math.abs(edge - line.left) <= 0.6 * line.size);
  return Math.min(deepest, Math.max(0, index));
}
