import { inRows, sharesBaseline, sharesRow } from './page-rows.ts';
import { type Box, boundsOf } from './pdf-characters.ts';
import type { PageWord } from './pdf-words.ts';

/** The words of each cell in a row of a table, from top to bottom; an empty cell has none. */
export type TableRow = readonly (readonly PageWord[])[];

/** Lengths are points. */
export interface PageTable extends Box {
  readonly rows: readonly TableRow[];
  readonly words: readonly PageWord[];
}

/** Words on one line without a gap as wide as that between columns. */
export interface Segment {
  readonly words: PageWord[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  readonly size: number;
  /** Like a word, a table is never divided when lines are ordered. */
  readonly table?: PageTable;
}

/** The size of the middle one of several texts by size. */
export const middleSize = (segments: readonly Segment[]): number =>
  segments.map(({ size }) => size).sort((a, b) => a - b)[segments.length >> 1] ?? 0;

/** Widest space between two words written one after the other, and between others, in letter sizes. */
const widestSpace = 1.3;
const widestStraySpace = 0.7;
/** Typewriter faces set columns apart with spaces, as in what a terminal shows. */
const widestTypedSpace = 8;

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

function continuesSegment(segment: Segment, word: PageWord): boolean {
  const size = Math.max(segment.size, word.size, 1);
  const gap = word.left - segment.right;
  // A bullet begins a point of the next column.
  if (/^[•●▪■◦]$/u.test(word.text) && gap > 0.4 * size) return false;
  const isTyped = word.monospaced && segment.words.at(-1)?.monospaced === true;
  const widest = word.follows ? (isTyped ? widestTypedSpace : widestSpace) : widestStraySpace;
  return gap > -0.5 * size && gap < widest * size && sharesRow(segment, word);
}

/** The widest gap between the formulas in a line and its words, which may be written apart, in letter sizes. */
const widestFormulaSpace = 0.45;

/** Joins the formulas in a line to the words next to them. */
export function joinNeighbours(segments: readonly Segment[]): Segment[] {
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
