import { type Box, isSpace, readInk, readOrigin, type TextReader } from './pdf-characters.ts';
import { sharesRow } from './page-rows.ts';
import { isDrawnBullet, type TextStyle } from './text-style.ts';
import { isScriptOf } from './word-runs.ts';

interface SizedBox extends Box {
  readonly size: number;
}

/** Between a bullet and its text, in letter sizes. */
const narrowestGap = 0.2;
/** Line ends and blank glyphs between a bullet and its text. */
const mostBlanks = 8;

/** Finds the glyphs that are bullets among those at the beginning of a line: they are apart from the text behind them. */
export function bulletFinder(
  read: TextReader,
  codes: readonly number[],
  styles: (index: number) => TextStyle,
  toUpright: (box: Box, turn: number) => Box,
) {
  const { functions } = read.pdfium;
  /** Whether the next character follows without a gap, and without a space that the file itself contains. */
  const isGlued = (text: string, { right, top, bottom }: Box, style: TextStyle, end: number): boolean => {
    const ahead = codes.slice(end, end + mostBlanks);
    const blanks = ahead.findIndex((code, by) => !isSpace(code) && readInk(read, end + by) !== undefined);
    const isWritten = (code: number, by: number) =>
      (code === 32 || code === 0xa0) && functions.FPDFText_IsGenerated(read.textPage, end + by) === 0;
    if (blanks === -1 || ahead.slice(0, blanks).some(isWritten)) return false;
    const next = toUpright(readOrigin(read, end + blanks), style.turn ?? 0);
    const nextStyle = styles(end + blanks);
    const isIndex = isScriptOf({ text, style: nextStyle }, style);
    const gap = (next.left - right) / (isIndex ? style : nextStyle).size;
    return gap > -1 && gap < narrowestGap && next.top > top && next.top < bottom + 0.5 * style.size;
  };
  /**
   * @param end the index of the character behind the glyph
   * @param before the word before it
   */
  return (text: string, place: Box, style: TextStyle, end: number, before: SizedBox | undefined): boolean =>
    isDrawnBullet(text, style) && !continuesRow(text, place, before) && !isGlued(text, place, style, end);
}

/** Whether a word is a tick or cross in a table row, or directly follows another word. */
const continuesRow = (text: string, place: Box, before: SizedBox | undefined): boolean =>
  before !== undefined &&
  sharesRow(before, place) &&
  (/^[✓✔✗✘]$/u.test(text) || Math.abs(place.left - before.right) < narrowestGap * before.size);
