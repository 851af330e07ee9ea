import type { Pdfium } from './pdfium.ts';
import { openTextPage, readBox, readOrigin, type TextReader } from './pdf-characters.ts';
import { styleReader, type TextStyle } from './pdf-text-style.ts';

/** A word as it stands on a page. Lengths are points; `top` and `bottom` count downwards from the page's top. */
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
}

/** How PDFium reports a hyphen that breaks a word at the end of a line. */
const lineEndHyphen = 2;

/**
 * Reads the words of one page with PDFium, in the order in which the PDF writes them.
 * Text turned against the page (a watermark, the label of an axis) is left out.
 * @param page handle of a loaded page
 * @throws nothing for a page whose text cannot be read: such a page holds no words.
 */
export function readPageWords(pdfium: Pdfium, page: number): PageWord[] {
  const read = openTextPage(pdfium, page);
  if (!read) return [];
  try {
    return collectWords(read);
  } finally {
    read.close();
  }
}

function collectWords(read: TextReader): PageWord[] {
  const { functions } = read.pdfium;
  const { textPage } = read;
  const words: PageWord[] = [];
  const styles = styleReader(read);
  const count = functions.FPDFText_CountChars(textPage);
  let text = '';
  let start = 0;
  let follows = false;
  const finish = (end: number) => {
    if (text === '') return;
    const style = styles(start);
    const word = style.upright ? locateWord(read, text, start, end, style, follows) : undefined;
    if (word && !isSeparateNoteMark(word, words.at(-1))) words.push(word);
    text = '';
    follows = true;
  };
  for (let index = 0; index < count; index++) {
    const code = functions.FPDFText_GetUnicode(textPage, index);
    if (code > 32 && code !== 160 && code !== 0xfffe) {
      if (text === '') start = index;
      else if (isNoteMark(code, text) && styles(index).size < 0.85 * styles(start).size) continue;
      text += code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
    } else if (code === lineEndHyphen || code === 0xfffe) {
      // PDFium leaves out the line's end after such a hyphen.
      text += '-';
      const here = readOrigin(read, start);
      const next = readOrigin(read, Math.min(index + 1, count - 1));
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
  return words;
}

/** The word of the characters from `start` up to `end`, with its place on the page. */
function locateWord(
  read: TextReader,
  text: string,
  start: number,
  end: number,
  style: TextStyle,
  follows: boolean,
): PageWord {
  const first = readBox(read, start);
  const last = end - 1 > start ? readBox(read, end - 1) : first;
  return {
    text: !follows && isDrawnBullet(text, style) ? '•' : text,
    left: Math.min(first.left, last.left),
    right: Math.max(first.right, last.right),
    // Boxes of fonts differ and overlap between lines: the baseline is what the letters of a line share.
    top: style.baseline - 0.75 * style.size,
    bottom: style.baseline + 0.25 * style.size,
    size: style.size,
    bold: style.bold,
    monospaced: style.monospaced,
    follows,
  };
}

/** A bullet that is a letter of a font of pictures, or of no alphabet at all. */
function isDrawnBullet(text: string, { dingbats }: TextStyle): boolean {
  return /^\p{Co}$/u.test(text) || (dingbats && [...text].length === 1);
}

/** The raised number of a footnote after a word ("allowed¹"); a power after a variable ("x²") is part of the text. */
function isNoteMark(code: number, text: string): boolean {
  return code >= 48 && code <= 57 && /\p{L}{3}[\p{P}]*$/u.test(text);
}

function isSeparateNoteMark(word: PageWord, previous: PageWord | undefined): boolean {
  if (!previous || !word.follows || !/^\d{1,2}$/u.test(word.text)) return false;
  const raised = previous.bottom - 0.25 * previous.size - (word.bottom - 0.25 * word.size);
  return word.size < 0.85 * previous.size && raised > 0.2 * previous.size && raised < 0.8 * previous.size;
}
