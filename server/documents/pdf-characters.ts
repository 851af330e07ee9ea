import type { Pdfium } from './pdfium.ts';

/** The text of an open page, with a buffer for what PDFium writes. */
export interface TextReader {
  readonly pdfium: Pdfium;
  readonly textPage: number;
  readonly buffer: number;
  /** The page's /Rotate in quarter turns, clockwise. */
  readonly rotation: number;
  readonly toPage: (box: Box) => Box;
  close(): void;
}

export const bufferBytes = 1024;

/** Points from the page's left and top edge as the reader sees it. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The smallest box around one or more boxes. */
export const boundsOf = (boxes: readonly Box[]): Box => ({
  left: boxes.reduce((least, { left }) => Math.min(least, left), Infinity),
  right: boxes.reduce((most, { right }) => Math.max(most, right), -Infinity),
  top: boxes.reduce((least, { top }) => Math.min(least, top), Infinity),
  bottom: boxes.reduce((most, { bottom }) => Math.max(most, bottom), -Infinity),
});

/** Turns a box on a page of the given size clockwise, by as many quarter turns as its text is turned counterclockwise. */
export function turnBox({ left, right, top, bottom }: Box, turn: number, width: number, height: number): Box {
  if (turn === 1) return { left: height - bottom, right: height - top, top: left, bottom: right };
  if (turn === 2)
    return { left: width - right, right: width - left, top: height - bottom, bottom: height - top };
  if (turn === 3) return { left: top, right: bottom, top: width - right, bottom: width - left };
  return { left, right, top, bottom };
}

/** A character's box on the page, as high as its font whatever the letter. */
export function readBox({ pdfium, textPage, buffer, toPage }: TextReader, index: number): Box {
  if (pdfium.functions.FPDFText_GetLooseCharBox(textPage, index, buffer) === 0) {
    return { left: 0, right: 0, top: 0, bottom: 0 };
  }
  const at = buffer >> 2;
  const floats = pdfium.heaps.HEAPF32;
  // FS_RECTF: left, top, right, bottom, in PDF coordinates (y upwards).
  return toPage({
    left: floats[at] ?? 0,
    top: floats[at + 1] ?? 0,
    right: floats[at + 2] ?? 0,
    bottom: floats[at + 3] ?? 0,
  });
}

/** The box around what is drawn of a character; undefined if nothing is. */
export function readInk({ pdfium, textPage, buffer, toPage }: TextReader, index: number): Box | undefined {
  const { functions, heaps } = pdfium;
  if (functions.FPDFText_GetCharBox(textPage, index, buffer, buffer + 8, buffer + 16, buffer + 24) === 0)
    return undefined;
  const [left = 0, right = 0, bottom = 0, top = 0] = heaps.HEAPF64.subarray(buffer >> 3, (buffer >> 3) + 4);
  return top > bottom ? toPage({ left, right, top, bottom }) : undefined;
}

/** A character's position on its baseline, as a box without extent. */
export function readOrigin(read: TextReader, index: number): Box {
  const { pdfium, textPage, buffer, toPage } = read;
  if (pdfium.functions.FPDFText_GetCharOrigin(textPage, index, buffer, buffer + 8) === 0)
    return readBox(read, index);
  const at = buffer >> 3;
  const x = pdfium.heaps.HEAPF64[at] ?? 0;
  const y = pdfium.heaps.HEAPF64[at + 1] ?? 0;
  return toPage({ left: x, right: x, top: y, bottom: y });
}

/** How a character is set: its size in points, after scaling, and its angle in radians, counterclockwise; undefined where PDFium knows none. */
export function readSetting(
  { pdfium: { functions, heaps }, textPage, buffer }: TextReader,
  index: number,
): { size: number; angle: number | undefined } {
  const size = functions.FPDFText_GetFontSize(textPage, index);
  if (functions.FPDFText_GetMatrix(textPage, index, buffer) === 0) return { size, angle: undefined };
  const at = buffer >> 2;
  const [a = 1, b = 0, c = 0, d = 1] = heaps.HEAPF32.subarray(at, at + 4);
  return { size: size * (Math.hypot(c, d) || 1), angle: Math.atan2(b, a) };
}

/** PDFium's text coordinates know nothing of the page's /Rotate: turn boxes as the reader sees them, y downwards. */
export function pageCoordinates(pdfium: Pdfium, page: number): (box: Box) => Box {
  const width = pdfium.functions.FPDF_GetPageWidthF(page);
  const height = pdfium.functions.FPDF_GetPageHeightF(page);
  const rotation = pdfium.functions.FPDFPage_GetRotation(page);
  const [ownWidth, ownHeight] = rotation % 2 === 1 ? [height, width] : [width, height];
  return ({ left, right, top, bottom }) =>
    turnBox({ left, right, top: ownHeight - top, bottom: ownHeight - bottom }, rotation, ownWidth, ownHeight);
}

/** Opens the text of a loaded page, or returns undefined when PDFium cannot. */
export function openTextPage(pdfium: Pdfium, page: number): TextReader | undefined {
  const textPage = pdfium.functions.FPDFText_LoadPage(page);
  if (textPage === 0) return undefined;
  const buffer = pdfium.functions.malloc(bufferBytes);
  return {
    pdfium,
    textPage,
    buffer,
    rotation: pdfium.functions.FPDFPage_GetRotation(page),
    toPage: pageCoordinates(pdfium, page),
    close: () => {
      pdfium.functions.free(buffer);
      pdfium.functions.FPDFText_ClosePage(textPage);
    },
  };
}

/** A glyph without a character gets a private-use character: this code plus the last 16 bits of the glyph's. */
export const glyphWithoutCharacter = 0xf0000;

/** The code of the private-use character for a glyph without a character. */
export const privateUseCode = (glyph: number): number => glyphWithoutCharacter + (glyph & 0xffff);

/** The character at an index, as Unicode or as PDFium's mark of a line break or hyphen. */
export function readCode(read: TextReader, index: number): number {
  const { functions } = read.pdfium;
  const code = functions.FPDFText_GetUnicode(read.textPage, index);
  if (code >= 32 && code < 127) return code;
  if (code >= 0xd800 && code < 0xdc00) {
    const low = functions.FPDFText_GetUnicode(read.textPage, index + 1);
    if (low >= 0xdc00 && low < 0xe000) return 0x10000 + ((code - 0xd800) << 10) + (low & 0x3ff);
  }
  const isUnmapped =
    !hasCharacter(read, index) ||
    code === 0xfffd ||
    (code === 0 && functions.FPDFText_IsGenerated(read.textPage, index) === 0);
  return isUnmapped ? privateUseCode(code) : code;
}

/** Whether the font maps the glyph at an index to a character. If not, PDFium returns the glyph's code. */
export const hasCharacter = ({ pdfium: { functions }, textPage }: TextReader, index: number): boolean =>
  functions.FPDFText_HasUnicodeMapError(textPage, index) !== 1;

/** Also of PDFium's marks of line breaks and hyphens. */
export const isSpace = (code: number): boolean =>
  code < 0x80 ? code <= 32 : code === 0xfffe || (code < 0x10000 && /\s/u.test(String.fromCharCode(code)));
