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
}

interface TextStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly monospaced: boolean;
  readonly upright: boolean;
}

const boldName = /bold|black|heavy|semibold|demi(?!\w*ital)|cmbx|sfbx|[-,]bd|nimbus\w*-medi/i;
const monospacedName = /mono|courier|typewriter|consol|menlo|cmtt|cmsltt|cmitt|sftt|inconsolata|code/i;
const fixedPitchFlag = 1;
const forceBoldFlag = 1 << 18;
const bufferBytes = 1024;
/** How PDFium reports a hyphen that breaks a word at the end of a line. */
const lineEndHyphen = 2;

/**
 * Reads the words of one page with PDFium, in the order in which the PDF writes them.
 * Text turned against the page (a watermark, the label of an axis) is left out.
 * @param page handle of a loaded page
 * @throws nothing for a page whose text cannot be read: such a page holds no words.
 */
export function readPageWords(pdfium: Pdfium, page: number): PageWord[] {
  const textPage = pdfium._FPDFText_LoadPage(page);
  if (textPage === 0) return [];
  const buffer = pdfium._malloc(bufferBytes);
  try {
    return collectWords(pdfium, page, textPage, buffer);
  } finally {
    pdfium._free(buffer);
    pdfium._FPDFText_ClosePage(textPage);
  }
}

function collectWords(pdfium: Pdfium, page: number, textPage: number, buffer: number): PageWord[] {
  const words: PageWord[] = [];
  const toPage = pageCoordinates(pdfium, page);
  const styles = styleReader(pdfium, textPage, buffer, pdfium._FPDFPage_GetRotation(page));
  const count = pdfium._FPDFText_CountChars(textPage);
  const read = { pdfium, textPage, buffer, toPage };
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
    const code = pdfium._FPDFText_GetUnicode(textPage, index);
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

interface TextReader {
  readonly pdfium: Pdfium;
  readonly textPage: number;
  readonly buffer: number;
  readonly toPage: (box: Box) => Box;
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
  const baseline = readOrigin(read, start).top;
  return {
    text,
    left: Math.min(first.left, last.left),
    right: Math.max(first.right, last.right),
    // Boxes of fonts differ and overlap between lines: the baseline is what the letters of a line share.
    top: baseline - 0.75 * style.size,
    bottom: baseline + 0.25 * style.size,
    size: style.size,
    bold: style.bold,
    monospaced: style.monospaced,
    follows,
  };
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

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A character's box on the page, as high as its font whatever the letter. */
function readBox({ pdfium, textPage, buffer, toPage }: TextReader, index: number): Box {
  if (pdfium._FPDFText_GetLooseCharBox(textPage, index, buffer) === 0) {
    return { left: 0, right: 0, top: 0, bottom: 0 };
  }
  const at = buffer >> 2;
  const floats = pdfium.HEAPF32;
  // FS_RECTF: left, top, right, bottom, in PDF coordinates (y upwards).
  return toPage({
    left: floats[at] ?? 0,
    top: floats[at + 1] ?? 0,
    right: floats[at + 2] ?? 0,
    bottom: floats[at + 3] ?? 0,
  });
}

/** Where a character stands on its baseline, as a box without extent. */
function readOrigin(read: TextReader, index: number): Box {
  const { pdfium, textPage, buffer, toPage } = read;
  if (pdfium._FPDFText_GetCharOrigin(textPage, index, buffer, buffer + 8) === 0) return readBox(read, index);
  const at = buffer >> 3;
  const x = pdfium.HEAPF64[at] ?? 0;
  const y = pdfium.HEAPF64[at + 1] ?? 0;
  return toPage({ left: x, right: x, top: y, bottom: y });
}

/** PDFium's text coordinates know nothing of the page's /Rotate: turn boxes as the reader sees them, y downwards. */
function pageCoordinates(pdfium: Pdfium, page: number): (box: Box) => Box {
  const width = pdfium._FPDF_GetPageWidthF(page);
  const height = pdfium._FPDF_GetPageHeightF(page);
  switch (pdfium._FPDFPage_GetRotation(page)) {
    case 1:
      return (box) => ({ left: box.bottom, right: box.top, top: box.left, bottom: box.right });
    case 2:
      return (box) => ({
        left: width - box.right,
        right: width - box.left,
        top: box.bottom,
        bottom: box.top,
      });
    case 3:
      return (box) => ({
        left: width - box.top,
        right: width - box.bottom,
        top: height - box.right,
        bottom: height - box.left,
      });
    default:
      return (box) => ({
        left: box.left,
        right: box.right,
        top: height - box.top,
        bottom: height - box.bottom,
      });
  }
}

/** Style of the character at an index. Fonts are asked for once a text object, since asking is slow. */
function styleReader(
  pdfium: Pdfium,
  textPage: number,
  buffer: number,
  rotation: number,
): (index: number) => TextStyle {
  let lastObject = -1;
  let style: TextStyle = { size: 0, bold: false, monospaced: false, upright: true };
  const fonts = new Map<number, { bold: boolean; monospaced: boolean }>();
  const readFont = (index: number, font: number) => {
    const known = fonts.get(font);
    if (font !== 0 && known) return known;
    const length = pdfium._FPDFText_GetFontInfo(textPage, index, buffer + 4, bufferBytes - 4, buffer);
    const flags = pdfium.HEAP32[buffer >> 2] ?? 0;
    const bytes = pdfium.HEAPU8.subarray(
      buffer + 4,
      buffer + 4 + Math.max(0, Math.min(length - 1, bufferBytes - 4)),
    );
    const name = String.fromCharCode(...bytes);
    const read = {
      bold: boldName.test(name) || (length > 0 && (flags & forceBoldFlag) !== 0),
      monospaced: monospacedName.test(name) || (length > 0 && (flags & fixedPitchFlag) !== 0),
    };
    fonts.set(font, read);
    return read;
  };
  return (index) => {
    const object = pdfium._FPDFText_GetTextObject(textPage, index);
    if (object === lastObject && object !== 0) return style;
    lastObject = object;
    const font = readFont(index, object === 0 ? 0 : pdfium._FPDFTextObj_GetFont(object));
    let scale = 1;
    let upright = true;
    if (pdfium._FPDFText_GetMatrix(textPage, index, buffer) !== 0) {
      const at = buffer >> 2;
      const [a, b, c, d] = [0, 1, 2, 3].map((offset) => pdfium.HEAPF32[at + offset] ?? 0) as [
        number,
        number,
        number,
        number,
      ];
      scale = Math.hypot(c, d) || 1;
      const quarterTurns = Math.round(Math.atan2(b, a) / (Math.PI / 2));
      const slant = Math.abs(Math.atan2(b, a) - quarterTurns * (Math.PI / 2));
      upright = slant < 0.09 && (((quarterTurns - rotation) % 4) + 4) % 4 === 0;
    }
    style = { size: pdfium._FPDFText_GetFontSize(textPage, index) * scale, ...font, upright };
    return style;
  };
}
