import { extensionName, findSymbols } from './math-extension.ts';
import {
  type Box,
  bufferBytes,
  readInk,
  readOrigin,
  readSetting,
  type TextReader,
} from './pdf-characters.ts';
import type { Pdfium } from './pdfium.ts';

/** How the characters of one text object look. */
export interface TextStyle {
  /** In points, after scaling. */
  readonly size: number;
  readonly bold: boolean;
  readonly monospaced: boolean;
  /** The font holds pictures in the place of letters: its "n" is a square. */
  readonly dingbats: boolean;
  /** Of large delimiters and operators, in TeX's encoding. */
  readonly extension: boolean;
  /** Of a font of symbols: its characters by the codes of their glyphs. */
  readonly symbols: readonly string[] | undefined;
  /** Of formulas, with variants of its glyphs for exponents and indexes. */
  readonly math: boolean;
  /** Its number among the page's fonts, and its name. */
  readonly font: string;
  readonly hidden: boolean;
  /** Quarter turns relative to the page as shown, counterclockwise; undefined for text at an angle or cut off. */
  readonly turn: number | undefined;
  /** The baseline's distance from the top of the page turned so that the text is upright, in points. */
  readonly baseline: number;
}

const boldName = /bold|black|heavy|semibold|demi(?!\w*ital)|cmbx|sfbx|[-,]bd|nimbus\w*-medi/i;
const monospacedName = /mono|courier|typewriter|consol|menlo|cmtt|cmsltt|cmitt|sftt|inconsolata|code/i;
export const dingbatsName = /wingdings|webdings|dingbats|marvosym|msam\d|icons|awesome/i;

/** The name of a font, which follows its number in {@link TextStyle.font}. */
export const fontName = (font: string): string => font.slice(font.indexOf(' ') + 1);

/** The same for all subsets of a font, which begin with six letters and a plus sign. */
export function typefaceOf(font: string): string {
  const name = fontName(font);
  return name[6] === '+' ? name.slice(7) : name;
}

const fixedPitchFlag = 1;
const forceBoldFlag = 1 << 18;

const invisibleMode = 3;

interface FontLook {
  readonly font: string;
  readonly bold: boolean;
  readonly monospaced: boolean;
  readonly dingbats: boolean;
  readonly extension: boolean;
  readonly symbols: readonly string[] | undefined;
  readonly math: boolean;
}

const plainLook: FontLook = {
  font: '',
  bold: false,
  monospaced: false,
  dingbats: false,
  extension: false,
  symbols: undefined,
  math: false,
};

/** Reads the style of the character at an index; PDFium is asked once a text object, since asking takes time. */
export function styleReader(
  read: TextReader,
  toUpright: (box: Box, turn: number) => Box,
): (index: number) => TextStyle {
  const { pdfium, textPage, buffer } = read;
  const fonts = new Map<number, FontLook>();
  const drawn = new Map<number, number>();
  let lastObject = 0;
  let style: TextStyle = { size: 0, ...plainLook, hidden: false, turn: 0, baseline: 0 };
  return (index) => {
    const object = pdfium.functions.FPDFText_GetTextObject(textPage, index);
    if (object === lastObject && object !== 0) return style;
    lastObject = object;
    const font = object === 0 ? 0 : pdfium.functions.FPDFTextObj_GetFont(object);
    const look = (font === 0 ? undefined : fonts.get(font)) ?? readFontLook(read, index, fonts.size);
    if (font !== 0) fonts.set(font, look);
    const { size: stated, angle } = readSetting(read, index);
    let turn = angle === undefined ? 0 : quarterTurns(angle, read.rotation);
    if (stated < smallestSize && font !== 0 && !drawn.has(font))
      drawn.set(font, measureDrawn(read, index, font));
    const size = stated < smallestSize ? Math.max(stated, drawn.get(font) ?? 0) : stated;
    if (isCutOff(pdfium, object, buffer)) turn = undefined;
    style = {
      size,
      ...look,
      hidden: pdfium.functions.FPDFTextObj_GetTextRenderMode(object) === invisibleMode,
      turn,
      baseline: toUpright(readOrigin(read, index), turn ?? 0).top,
    };
    return style;
  };
}

/** Whether nothing of a text object can be seen, as of text in a cropped picture. */
function isCutOff({ functions, heaps }: Pdfium, object: number, buffer: number): boolean {
  const clip = functions.FPDFPageObj_GetClipPath(object);
  const paths = clip === 0 ? 0 : functions.FPDFClipPath_CountPaths(clip);
  if (
    paths <= 0 ||
    functions.FPDFPageObj_GetBounds(object, buffer, buffer + 4, buffer + 8, buffer + 12) === 0
  )
    return false;
  const [left = 0, bottom = 0, right = 0, top = 0] = heaps.HEAPF32.subarray(buffer >> 2, (buffer >> 2) + 4);
  for (let path = 0; path < Math.min(paths, mostClips); path++) {
    const count = functions.FPDFClipPath_CountPathSegments(clip, path);
    if (count < 2 || count > mostCorners) continue;
    const sides = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
    for (let index = 0; index < count; index++) {
      const segment = functions.FPDFClipPath_GetPathSegment(clip, path, index);
      if (functions.FPDFPathSegment_GetPoint(segment, buffer, buffer + 4) === 0) return false;
      const [x = 0, y = 0] = heaps.HEAPF32.subarray(buffer >> 2, (buffer >> 2) + 2);
      sides.left = Math.min(sides.left, x);
      sides.right = Math.max(sides.right, x);
      sides.bottom = Math.min(sides.bottom, y);
      sides.top = Math.max(sides.top, y);
    }
    if (left > sides.right || right < sides.left || bottom > sides.top || top < sides.bottom) return true;
  }
  return false;
}

const mostClips = 8;
const mostCorners = 60;

/** In points. Bitmap fonts of TeX may state any size, and scale their glyphs in the font. */
const smallestSize = 1;
const mostMeasured = 500;
/** The height of an ascender as a part of the size: not all fonts of a page have descenders. */
const ascenderShare = 0.72;

/** The size of a font by what is drawn of its characters: from the highest ascender to the lowest descender. */
function measureDrawn(read: TextReader, from: number, font: number): number {
  const { functions } = read.pdfium;
  const count = functions.FPDFText_CountChars(read.textPage);
  let [above, below] = [0, 0];
  for (let index = from; index < Math.min(count, from + mostMeasured); index++) {
    const object = functions.FPDFText_GetTextObject(read.textPage, index);
    const ink =
      object !== 0 && functions.FPDFTextObj_GetFont(object) === font ? readInk(read, index) : undefined;
    if (ink === undefined) continue;
    const { top } = readOrigin(read, index);
    above = Math.max(above, top - ink.top);
    below = Math.max(below, ink.bottom - top);
  }
  return Math.max(above + below, above / ascenderShare);
}

function quarterTurns(angle: number, rotation: number): number | undefined {
  const turns = Math.round(angle / (Math.PI / 2));
  const slant = Math.abs(angle - turns * (Math.PI / 2));
  return slant < 0.09 ? (((turns - rotation) % 4) + 4) % 4 : undefined;
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
    extension: extensionName.test(name),
    symbols: findSymbols(name),
    math: /math/i.test(name),
  };
}

/** Whether a word is a bullet: a letter of a symbol font, or a glyph without a character, such as the numbers that Chrome prints. */
export function isDrawnBullet(text: string, { dingbats, math }: TextStyle): boolean {
  return (!math && /^\p{Co}$|^\p{Co}{1,2}[.)]$/u.test(text)) || (dingbats && /^.$/u.test(text));
}
