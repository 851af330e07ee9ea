import { findAccents } from './accents.ts';
import { bulletFinder } from './glyph-bullets.ts';
import { type Extent, joinDelimiters, placeOnAxis } from './math-extension.ts';
import {
  type Box,
  type TextReader,
  glyphWithoutCharacter,
  hasCharacter,
  isSpace,
  openTextPage,
  privateUseCode,
  readBox,
  readCode,
  readOrigin,
  turnBox,
} from './pdf-characters.ts';
import type { Pdfium } from './pdfium.ts';
import { type LargeSymbol, readCharacter, variantFinder } from './read-character.ts';
import { baselineOf, sharesRow } from './page-rows.ts';
import { wingdingsArrows } from './wingdings-arrows.ts';
import { writeScript } from './scripts.ts';
import { joinSpacedLetters } from './spaced-letters.ts';
import { styleReader, type TextStyle, typefaceOf } from './text-style.ts';
import { findSpaces } from './tight-spaces.ts';
import { beginsWord, isSet, joinRuns, type WordRun } from './word-runs.ts';

/** A word with its position on a page. Lengths are points; `top` and `bottom` count downwards from the page's top. */
export interface PageWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Size of the letters in points, after scaling. */
  readonly size: number;
  readonly bold: boolean;
  readonly monospaced: boolean;
  /** The PDF writes this word right after the one before it, on the same line. */
  readonly follows: boolean;
  /** Of the PDF's own words: the font's number on the page, and its name. */
  readonly font?: string;
  /** The font does not map the first glyph to a character. */
  readonly isUnmapped?: boolean;
  /** The mark of a footnote that was written after it, and that is not part of the text. */
  readonly noteMark?: string;
  /** Invisible, like the text layer of an earlier recognition. */
  readonly isHidden?: boolean;
  /** Quarter turns of the text, counterclockwise. Its position is on the page turned so that the text is upright. */
  readonly turn?: number;
  /** Of a symbol or fraction that is higher than its line. */
  readonly extent?: Extent;
}

/** How PDFium reports a hyphen that breaks a word at the end of a line. */
const lineEndHyphen = 2;

/**
 * Reads the words of one page with PDFium, in the order in which the PDF writes them.
 * Text at an angle (a watermark) and far outside the page (what a deck hides until a later page) is left out.
 * @param page handle of a loaded page
 * @param losesVariants see {@link OpenPdf}
 * @throws nothing for a page whose text cannot be read: such a page holds no words.
 */
export function readPageWords(pdfium: Pdfium, page: number, losesVariants = false): PageWord[] {
  const read = openTextPage(pdfium, page);
  if (!read) return [];
  try {
    const width = pdfium.functions.FPDF_GetPageWidthF(page);
    const height = pdfium.functions.FPDF_GetPageHeightF(page);
    const words = collectWords(read, losesVariants, (box, turn) => turnBox(box, turn, width, height));
    // A cropped page may begin anywhere, but by far less than its own size.
    const far = width + height;
    return words.filter(
      ({ left, right, top, bottom }) => Math.max(left, top) < far && Math.min(right, bottom) > -far,
    );
  } finally {
    read.close();
  }
}

function collectWords(read: TextReader, losesVariants: boolean, toUpright: TurnBox): PageWord[] {
  const { functions } = read.pdfium;
  const { textPage } = read;
  const words: PageWord[] = [];
  const styles = styleReader(read, toUpright);
  const count = functions.FPDFText_CountChars(textPage);
  const isVariant = losesVariants ? variantFinder(read) : () => false;
  const codes = Array.from({ length: count }, (_, index) => readCode(read, index));
  const accents = findAccents(read, codes);
  let runs: WordRun[] = [];
  let letters: string[] = [];
  let start = 0;
  let follows = false;
  const add = (character: string, index: number, style: TextStyle) => {
    if (runs.length > 0 && runs.at(-1)?.style.turn !== style.turn) {
      finish(index);
      follows = false;
    }
    // A symbol is not a lost ligature of the word.
    const isSymbol = () =>
      style.math || runs.every((run) => typefaceOf(run.style.font) !== typefaceOf(style.font));
    if ((isLost(character) || isLost(letters.at(-1) ?? '')) && isSymbol()) finish(index);
    if (beginsWord(runs, style)) finish(index);
    if (letters.length === 1 && /^[•●▪■◦]$/u.test(letters[0] ?? '')) finish(index);
    if (runs.length === 0) start = index;
    const run = runs.at(-1);
    const text = style.dingbats ? (wingdingsArrows.get(character) ?? character) : character;
    if (run !== undefined && isSet(run.style, style)) run.text += text;
    else runs.push({ text, style });
    letters.push(text);
  };
  const isBullet = bulletFinder(read, codes, styles, toUpright);
  const finish = (end: number) => {
    const [run] = runs;
    const [first, all] = [start, letters];
    letters = [];
    const spaces =
      run !== undefined && runs.length === 1 ? findSpaces(read, first, end, run.style, accents.skipped) : [];
    if (run === undefined || spaces.length === 0) finishWord(end);
    else
      for (const to of [...spaces, end]) {
        runs = [{ style: run.style, text: all.slice(start - first, to - first).join('') }];
        finishWord(to);
        start = to;
      }
  };
  const finishWord = (end: number) => {
    if (runs.length === 0) return;
    const style = runs.reduce((base, run) => (run.style.size > base.style.size ? run : base)).style;
    const { text, ...mark } = joinRuns(runs, style);
    let last = end - 1;
    while (accents.skipped.has(last)) last--;
    if (text !== '' && style.turn !== undefined) {
      const place = placeOf(readBox(read, start), readBox(read, last), style, style.turn, toUpright);
      const word: PageWord = {
        ...place,
        text: !follows && isBullet(text, place, style, end, words.at(-1)) ? '•' : text,
        size: style.size,
        bold: style.bold,
        monospaced: style.monospaced,
        follows,
        font: style.font,
        ...mark,
        ...(hasCharacter(read, start) ? {} : { isUnmapped: true }),
        ...(style.hidden ? { isHidden: true } : {}),
        ...(style.turn === 0 ? {} : { turn: style.turn }),
      };
      // PDFium takes the kerning behind the wide letters of italics for a space.
      const isRest =
        isKerned(words.at(-1), word) && functions.FPDFText_IsGenerated(textPage, start - 1) === 1;
      addWord(words, word, isRest ? word.text : undefined);
    }
    runs = [];
    follows = true;
  };
  const addSymbol = (character: LargeSymbol, index: number, style: TextStyle) => {
    if (style.turn === undefined) return;
    const symbol = largeSymbol(character, style, style.turn, toUpright);
    const before = words.at(-1);
    const isMark =
      (before === undefined || !sharesRow(before, symbol)) &&
      isBullet(symbol.text, symbol, style, index + 1, before);
    words.push(isMark ? { ...symbol, text: '•' } : symbol);
  };
  for (const [index, code] of codes.entries()) {
    if (accents.skipped.has(index)) {
      if (runs.length > 0) letters.push('');
      continue;
    }
    const letter = accents.letters.get(index);
    if (letter !== undefined) {
      add(letter, index, styles(index));
      continue;
    }
    if (!isSpace(code) || (code === 32 && !hasCharacter(read, index) && styles(index).extension)) {
      const style = styles(index);
      const character = isVariant(index, code, style)
        ? String.fromCodePoint(privateUseCode(code))
        : readCharacter(read, index, code, style);
      if (typeof character === 'string') add(character, index, style);
      else {
        finish(index);
        addSymbol(character, index, style);
      }
    } else if (code === lineEndHyphen || code === 0xfffe) {
      // PDFium leaves out the line's end after such a hyphen.
      add('-', index, styles(index));
      const turn = styles(index).turn ?? 0;
      const here = toUpright(readOrigin(read, start), turn);
      const next = toUpright(readOrigin(read, Math.min(index + 1, count - 1)), turn);
      if (Math.abs(next.top - here.top) > 0.3 * styles(start).size) {
        finish(index);
        follows = false;
      }
    } else {
      finish(index);
      if (code === 10 || code === 13) follows = false;
    }
  }
  finish(count);
  return joinSpacedLetters(joinDelimiters(words));
}

function largeSymbol(
  { text, ink }: LargeSymbol,
  { size, font, hidden }: TextStyle,
  turn: number,
  toUpright: TurnBox,
): PageWord {
  const { left, right, ...extent } = toUpright(ink, turn);
  const word = { text, left, right, ...extent, size, bold: false, monospaced: false, follows: false, font };
  return placeOnAxis(
    { ...word, ...(hidden ? { isHidden: true } : {}), ...(turn === 0 ? {} : { turn }) },
    extent,
  );
}

/** Whether a character is a glyph that its font maps to none. */
const isLost = (character: string): boolean => (character.codePointAt(0) ?? 0) >= glyphWithoutCharacter;

type TurnBox = (box: Box, turn: number) => Box;

/** The position of a word, from the boxes of its first and last character. */
function placeOf(
  first: Box,
  last: Box,
  { baseline, size }: TextStyle,
  turn: number,
  toUpright: TurnBox,
): Box {
  const [start, end] = [toUpright(first, turn), toUpright(last, turn)];
  return {
    left: Math.min(start.left, end.left),
    right: Math.max(start.right, end.right),
    // Boxes of fonts differ and overlap between lines: the baseline is what the letters of a line share.
    top: baseline - 0.75 * size,
    bottom: baseline + 0.25 * size,
  };
}

const widestKerning = 0.06;
const wideLetter = /(?:\p{Lu}|(?<!\p{L})f)$/u;

/** Whether a word is the rest of the one before: it follows a wide letter, closer than words ever are. */
const isKerned = (before: PageWord | undefined, { left, bottom, size, turn, follows }: PageWord): boolean =>
  follows &&
  before !== undefined &&
  before.turn === turn &&
  wideLetter.test(before.text) &&
  Math.abs(left - before.right) < widestKerning * size &&
  Math.abs(before.size - size) < 0.1 &&
  Math.abs(before.bottom - bottom) < 0.1 * size;

/**
 * Adds a word, or joins it to the previous one if it is that word's superscript or subscript.
 * @param rest the text to append to the previous word if the two are one word
 */
function addWord(words: PageWord[], word: PageWord, rest?: string): void {
  const last = words.at(-1);
  if (last === undefined || last.turn !== word.turn || isLost(word.text) || isLost(last.text)) {
    words.push(word);
    return;
  }
  const gap = (word.left - last.right) / last.size;
  // An index may be below an exponent.
  const isBelow = word.left > last.left + 0.3 * last.size && word.left < last.right;
  const script =
    rest ??
    ((gap > -0.3 || isBelow) && gap < (word.follows && /^\d{1,2}$/u.test(word.text) ? 0.5 : 0.2)
      ? writeScript(last.text, word.text, placedStyle(word), placedStyle(last))
      : undefined);
  if (script === undefined) words.push(word);
  else
    words[words.length - 1] = {
      ...last,
      text: last.text + script,
      right: word.right,
      ...(script === '' ? { noteMark: word.text } : {}),
    };
}

const placedStyle = (word: PageWord) => ({ size: word.size, baseline: baselineOf(word) });
