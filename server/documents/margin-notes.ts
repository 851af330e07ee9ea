import { boundsOf } from './pdf-characters.ts';
import type { PageLine } from './page-line.ts';
import { inRows } from './page-rows.ts';
import type { Segment } from './page-segment.ts';

/** How much of the text's width a margin takes, at its left or right edge. */
const widestMargin = 0.36;
const narrowestMargin = 0.06;
const fewestLines = 5;
const mostCrossing = 0.06;
/** Half of the lines next to the notes fill this share of their width. */
const proseShare = 0.75;
const smallShare = 0.95;
const mostNotes = 40;

interface MarginNotes {
  readonly side: 'left' | 'right';
  /** The segments of each note. */
  readonly notes: readonly Segment[][];
}

/** Finds notes in the margin next to running text: smaller than it, or of several lines each. */
export function findMarginNotes(segments: readonly Segment[]): MarginNotes | undefined {
  const { left, right } = boundsOf(segments);
  const width = right - left;
  if (segments.length < fewestLines || !(width > 0)) return undefined;
  for (const side of ['right', 'left'] as const)
    for (const x of gutters(segments, left, width, side)) {
      const before = segments.filter((segment) => segment.right <= x);
      const behind = segments.filter((segment) => segment.left >= x);
      const [main, beside] = side === 'right' ? [before, behind] : [behind, before];
      if (segments.length - main.length - beside.length > mostCrossing * main.length) continue;
      if (!areApart(before, behind) || !isRunningText(main)) continue;
      const notes = groupNotes(beside);
      if (areNotes(notes, main)) return { side, notes };
    }
  return undefined;
}

/** Left edges that many lines share, of the notes or of the text behind them. */
function gutters(
  segments: readonly Segment[],
  start: number,
  width: number,
  side: MarginNotes['side'],
): number[] {
  const lefts = segments
    .map((segment) => segment.left)
    .filter((left) => {
      const share = side === 'right' ? 1 - (left - start) / width : (left - start) / width;
      return share > narrowestMargin && share < widestMargin;
    });
  return [...Map.groupBy(lefts, (left) => Math.round(left))]
    .sort((one, other) => other[1].length - one[1].length)
    .slice(0, 2)
    .map(([, own]) => own.reduce((one, other) => Math.min(one, other)) - 0.5);
}

function groupNotes(segments: readonly Segment[]): Segment[][] {
  const notes: Segment[][] = [];
  for (const row of inRows(segments)) {
    const [first] = row;
    const last = notes.at(-1)?.at(-1);
    if (first === undefined) continue;
    if (last !== undefined && first.top - last.bottom < 0.6 * first.size) notes.at(-1)?.push(...row);
    else notes.push([...row]);
  }
  return notes;
}

/** Whether white separates two sides, and most lines behind it begin at the same place. */
function areApart(before: readonly Segment[], behind: readonly Segment[]): boolean {
  const starts = behind.map(({ left }) => Math.round(left)).sort((a, b) => a - b);
  const edge = starts[Math.floor(starts.length / 4)] ?? 0;
  const white = (starts[0] ?? 0) - boundsOf(before).right;
  const aligned = starts.filter((left) => Math.abs(left - edge) < 2).length;
  return white > 0.8 * middleSize(behind) && aligned > 0.6 * starts.length;
}

function isRunningText(segments: readonly Segment[]): boolean {
  const rows = inRows(segments);
  if (rows.length < fewestLines) return false;
  const widths = rows.map((row) => (row.at(-1)?.right ?? 0) - (row[0]?.left ?? 0)).sort((a, b) => a - b);
  return (widths[widths.length >> 1] ?? 0) > proseShare * (widths.at(-1) ?? 0);
}

function areNotes(notes: readonly Segment[][], main: readonly Segment[]): boolean {
  if (notes.length === 0 || notes.length > mostNotes) return false;
  const all = notes.flat();
  const isWorded = ({ words }: Segment): boolean => words.some(({ text }) => /\p{L}{3}/u.test(text));
  if (all.filter(isWorded).length < 0.7 * all.length) return false;
  const isBeside = (note: readonly Segment[]): boolean => {
    const { top, bottom } = boundsOf(note);
    return main.some((line) => line.top < bottom && line.bottom > top);
  };
  if (!notes.every(isBeside)) return false;
  const areLong = notes.filter((note) => inRows(note).length > 1).length > 0.5 * notes.length;
  return areLong || middleSize(all) < smallShare * middleSize(main);
}

function middleSize(segments: readonly Segment[]): number {
  const sizes = segments.flatMap(({ words }) => words.map(({ size }) => size)).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}

/** Puts each note next to the line at its height: on the left before that line, on the right behind it. */
export function insertNotes(
  lines: readonly PageLine[],
  notes: readonly (readonly PageLine[])[],
  side: 'left' | 'right',
): PageLine[] {
  const placed = notes.map((note) => {
    const { top } = boundsOf(note);
    const beside = lines.findLastIndex((line) => line.box === undefined && line.top < top + 0.5 * line.size);
    return { note, at: side === 'left' && lines[beside] !== undefined ? beside : beside + 1 };
  });
  const byPlace = Map.groupBy(placed, ({ at }) => at);
  return [...lines, undefined].flatMap((line, index) => [
    ...(byPlace.get(index) ?? []).flatMap(({ note }) => note),
    ...(line === undefined ? [] : [line]),
  ]);
}
