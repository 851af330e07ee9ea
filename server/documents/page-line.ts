import { isListMarker } from './list-markers.ts';
import { isGlued } from './math-extension.ts';
import { boundsOf } from './pdf-characters.ts';
import type { PageWord } from './pdf-words.ts';
import type { TableRow } from './page-segment.ts';
import { printableLine } from './printable-text.ts';
import { isWord } from './recognition/english-words.ts';

/** A part of a line. Lengths are points. */
export interface LineCell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** A line of a column, in reading order. Lengths are points, y downwards. */
export interface PageLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Size of most of its letters. */
  readonly size: number;
  /** Most letters are bold, or monospaced. */
  readonly bold: boolean;
  readonly monospaced: boolean;
  /** Where the text begins behind a bullet or number; `left` without one. */
  readonly textLeft: number;
  /** Parts of the line with gaps between them that are wide enough to separate the cells of a table. */
  readonly cells: readonly LineCell[];
  readonly isTableRow: boolean;
  /** Counts the columns of the page: two lines of one column follow each other directly. */
  readonly column: number;
  /** Of text in a box or in the margin, which the text around it does not run through: the box's number on the page. */
  readonly box?: number;
  /** Of a drawing. */
  readonly isLabel?: boolean;
  /** A number or letter at its beginning, far from the text behind it, as in a list. */
  readonly bareNumber?: { readonly text: string; readonly textLeft: number };
  /** Below the short line that separates footnotes from the text of a column. */
  readonly isNote?: boolean;
  /** The footnote marks in it. */
  readonly noteMarks?: readonly string[];
}

/** Makes a line of the words of a row, which are in the order of their left edges. */
export function toLine(row: readonly PageWord[], column: number): PageLine {
  const words = withMark(row);
  let letters = 0;
  let bold = 0;
  let monospaced = 0;
  const cells: { text: string; left: number; right: number }[] = [];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  let before: PageWord | undefined;
  for (const word of words) {
    const { length } = word.text;
    letters += length;
    if (word.bold) bold += length;
    if (word.monospaced) monospaced += length;
    const cell = cells.at(-1);
    if (cell === undefined || word.left - cell.right > 1.5 * word.size) {
      cells.push({ text: word.text, left: word.left, right: word.right });
    } else {
      cell.text += separator(before, word) + word.text;
      cell.right = word.right;
    }
    left = Math.min(left, word.left);
    right = Math.max(right, word.right);
    top = Math.min(top, word.top);
    bottom = Math.max(bottom, word.bottom);
    before = word;
  }
  const noteMarks = words.flatMap(({ noteMark }) => noteMark ?? []);
  return {
    text: printableLine(cells.map((cell) => cell.text).join(' ')),
    left,
    right,
    top,
    bottom,
    size: sizeOfMost(words),
    bold: bold > 0.6 * letters,
    monospaced: monospaced > 0.7 * letters,
    textLeft: findTextLeft(words),
    cells: cells.length > 1 ? cells.map((cell) => ({ ...cell, text: printableLine(cell.text) })) : cells,
    isTableRow: false,
    column,
    ...findBareNumber(words),
    ...(noteMarks.length > 0 ? { noteMarks } : {}),
  };
}

/** The size of most letters of words, in points. */
export function sizeOfMost(words: readonly PageWord[]): number {
  const sizes = new Map<number, number>();
  for (const { text, size } of words) {
    const rounded = Math.round(size * 10) / 10;
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length);
  }
  return [...sizes].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

export function toTableLine(row: TableRow, column: number): PageLine {
  const line = toLine(row.flat(), column);
  const cells = row.map((words) => ({
    ...boundsOf(words),
    text: words.length === 0 ? emptyCell : printableLine(writeCell(words)),
  }));
  return { ...line, cells, isTableRow: true };
}

const emptyCell = '–';

const writeCell = (words: readonly PageWord[]): string =>
  words.reduce((text, word, index) => text + separator(words[index - 1], word) + word.text, '');

const separator = (before: PageWord | undefined, word: PageWord): string =>
  before === undefined || isWithoutSpace(before, word) ? '' : ' ';

/** Whether a word is the rest of the one before: a comma behind a superscript, or letters behind an initial over several lines. */
const isWithoutSpace = (before: PageWord, word: PageWord): boolean =>
  isGlued(before, word) ||
  ((/^[,.;:)\]]/u.test(word.text) || /[([]$/u.test(before.text)) &&
    word.left - before.right < 0.15 * word.size) ||
  (before.size > 1.8 * word.size &&
    word.left - before.right < 0.8 * word.size &&
    /^\p{Lu}$/u.test(before.text) &&
    isRestOfWord(before.text, word.text));

/** "A" and "I" are words themselves; "hen" is one too, but so is "When". */
function isRestOfWord(initial: string, text: string): boolean {
  const letters = /^\p{L}+/u.exec(text)?.[0];
  if (letters === undefined) return false;
  return !isWord(letters) || (!/^[AI]$/u.test(initial) && isWord(initial + letters));
}

/** The left edge of the word behind a list marker. */
function findTextLeft(words: readonly PageWord[]): number {
  const [first, second] = words;
  if (first === undefined) return 0;
  return second !== undefined && isListMarker(first.text) ? second.left : first.left;
}

function findBareNumber([first, second]: readonly PageWord[]): Pick<PageLine, 'bareNumber'> {
  if (first === undefined || second === undefined || !/^(?:\d{1,2}|\p{L}|[ivx]{1,4})$/u.test(first.text))
    return {};
  if (second.left - first.right < narrowestTab * first.size) return {};
  return { bareNumber: { text: first.text, textLeft: second.left } };
}

const narrowestTab = 0.5;

/**
 * The number of an item that is set small, in a ball or a square, gets a full stop. An "o" that is small, or in Courier before
 * text in another typeface, is a hollow bullet.
 */
function withMark(words: readonly PageWord[]): readonly PageWord[] {
  const [first, second] = words;
  if (first === undefined || second === undefined || !isMark(first, second)) return words;
  return [{ ...first, text: first.text === 'o' ? '•' : `${first.text}.` }, ...words.slice(1)];
}

const isMark = (word: PageWord, next: PageWord): boolean =>
  /^(?:\d{1,2}|o)$/u.test(word.text) &&
  (word.size < 0.85 * next.size || (word.text === 'o' && word.monospaced && !next.monospaced)) &&
  next.left - word.right > 0.2 * next.size;
