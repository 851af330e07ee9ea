import {
  type TextReader,
  bufferBytes,
  hasCharacter,
  openTextPage,
  readBox,
  readCode,
  readOrigin,
} from './pdf-characters.ts';
import type { Pdfium } from './pdfium.ts';

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
  /** Of the PDF's own words: which of the page's fonts, with its name. */
  readonly font?: string;
  /** The font does not say which character its first glyph is. */
  readonly isUnmapped?: boolean;
  /** Invisible text, as of an earlier text recognition under the picture of a page. */
  readonly isHidden?: boolean;
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
    const code = readCode(read, index);
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
    font: style.font,
    ...(hasCharacter(read, start) ? {} : { isUnmapped: true }),
    ...(style.hidden ? { isHidden: true } : {}),
  };
}

/** A bullet that is a letter of a font of pictures, or of no alphabet at all. */
function isDrawnBullet(text: string, { dingbats }: TextStyle): boolean {
  return /^\p{Co}$/u.test(text) || (dingbats && /^.$/u.test(text));
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

/** How the characters of one text object look. */
interface TextStyle {
  /** In points, after scaling. */
  readonly size: number;
  readonly bold: boolean;
  readonly monospaced: boolean;
  /** The font holds pictures in the place of letters: its "n" is a square. */
  readonly dingbats: boolean;
  /** Its place among the page's fonts and its name. */
  readonly font: string;
  readonly hidden: boolean;
  /** Reads from left to right as the page is shown. */
  readonly upright: boolean;
  /** Height of the baseline from the page's top, in points. */
  readonly baseline: number;
}

const boldName = /bold|black|heavy|semibold|demi(?!\w*ital)|cmbx|sfbx|[-,]bd|nimbus\w*-medi/i;
const monospacedName = /mono|courier|typewriter|consol|menlo|cmtt|cmsltt|cmitt|sftt|inconsolata|code/i;
const dingbatsName = /wingdings|webdings|dingbats|marvosym|msam\d/i;
const fixedPitchFlag = 1;
const forceBoldFlag = 1 << 18;

const invisibleMode = 3;

interface FontLook {
  readonly font: string;
  readonly bold: boolean;
  readonly monospaced: boolean;
  readonly dingbats: boolean;
}

const plainLook: FontLook = { font: '', bold: false, monospaced: false, dingbats: false };

/** Reads the style of the character at an index; PDFium is asked once a text object, since asking takes time. */
function styleReader(read: TextReader): (index: number) => TextStyle {
  const { pdfium, textPage, buffer } = read;
  const fonts = new Map<number, FontLook>();
  let lastObject = 0;
  let style: TextStyle = { size: 0, ...plainLook, hidden: false, upright: true, baseline: 0 };
  return (index) => {
    const object = pdfium.functions.FPDFText_GetTextObject(textPage, index);
    if (object === lastObject && object !== 0) return style;
    lastObject = object;
    const font = object === 0 ? 0 : pdfium.functions.FPDFTextObj_GetFont(object);
    const look = (font === 0 ? undefined : fonts.get(font)) ?? readFontLook(read, index, fonts.size);
    if (font !== 0) fonts.set(font, look);
    let scale = 1;
    let upright = true;
    if (pdfium.functions.FPDFText_GetMatrix(textPage, index, buffer) !== 0) {
      const at = buffer >> 2;
      const [a = 1, b = 0, c = 0, d = 1] = pdfium.heaps.HEAPF32.subarray(at, at + 4);
      scale = Math.hypot(c, d) || 1;
      upright = isUpright(Math.atan2(b, a), read.rotation);
    }
    const size = pdfium.functions.FPDFText_GetFontSize(textPage, index) * scale;
    style = {
      size,
      ...look,
      hidden: object !== 0 && pdfium.functions.FPDFTextObj_GetTextRenderMode(object) === invisibleMode,
      upright,
      baseline: readOrigin(read, index).top,
    };
    return style;
  };
}

function isUpright(angle: number, rotation: number): boolean {
  const quarterTurns = Math.round(angle / (Math.PI / 2));
  const slant = Math.abs(angle - quarterTurns * (Math.PI / 2));
  return slant < 0.09 && (((quarterTurns - rotation) % 4) + 4) % 4 === 0;
}

function readFontLook({ pdfium, textPage, buffer }: TextReader, index: number, place: number): FontLook {
  const nameAt = buffer + 4;
  const length = pdfium.functions.FPDFText_GetFontInfo(textPage, index, nameAt, bufferBytes - 4, buffer);
  // Without a font nothing is written.
  if (length <= 0 || length > bufferBytes - 4) return plainLook;
  const flags = pdfium.heaps.HEAP32[buffer >> 2] ?? 0;
  const name = Buffer.from(pdfium.heaps.HEAPU8.subarray(nameAt, nameAt + length - 1)).toString('latin1');
  return {
    font: `${place} ${name}`,
    bold: boldName.test(name) || (flags & forceBoldFlag) !== 0,
    monospaced: monospacedName.test(name) || (flags & fixedPitchFlag) !== 0,
    dingbats: dingbatsName.test(name),
  };
}
