import {
  type Box,
  type TextReader,
  bufferBytes,
  hasCharacter,
  openTextPage,
  readBox,
  readCode,
  readOrigin,
  turnBox,
} from './pdf-characters.ts';
import type { Pdfium } from './pdfium.ts';
import { wingdingsArrows } from './wingdings-arrows.ts';
import { writeScript } from './scripts.ts';

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
}

/** How PDFium reports a hyphen that breaks a word at the end of a line. */
const lineEndHyphen = 2;

/**
 * Reads the words of one page with PDFium, in the order in which the PDF writes them.
 * Text at an angle (a watermark) and far outside the page (what a deck hides until a later page) is left out.
 * @param page handle of a loaded page
 * @throws nothing for a page whose text cannot be read: such a page holds no words.
 */
export function readPageWords(pdfium: Pdfium, page: number): PageWord[] {
  const read = openTextPage(pdfium, page);
  if (!read) return [];
  try {
    const width = pdfium.functions.FPDF_GetPageWidthF(page);
    const height = pdfium.functions.FPDF_GetPageHeightF(page);
    const words = collectWords(read, (box, turn) => turnBox(box, turn, width, height));
    // A cropped page may begin anywhere, but by far less than its own size.
    const far = width + height;
    return words.filter(
      ({ left, right, top, bottom }) => Math.max(left, top) < far && Math.min(right, bottom) > -far,
    );
  } finally {
    read.close();
  }
}

function collectWords(read: TextReader, toUpright: TurnBox): PageWord[] {
  const { functions } = read.pdfium;
  const { textPage } = read;
  const words: PageWord[] = [];
  const styles = styleReader(read, toUpright);
  const count = functions.FPDFText_CountChars(textPage);
  let runs: WordRun[] = [];
  let start = 0;
  let follows = false;
  const add = (character: string, index: number) => {
    const style = styles(index);
    if (runs.length > 0 && runs.at(-1)?.style.turn !== style.turn) {
      finish(index);
      follows = false;
    }
    if (runs.length === 0) start = index;
    const run = runs.at(-1);
    const text = style.dingbats ? (wingdingsArrows.get(character) ?? character) : character;
    if (run !== undefined && isSet(run.style, style)) run.text += text;
    else runs.push({ text, style });
  };
  const finish = (end: number) => {
    if (runs.length === 0) return;
    const style = runs.reduce((base, run) => (run.style.size > base.style.size ? run : base)).style;
    const { text, ...mark } = joinRuns(runs, style);
    if (text !== '' && style.turn !== undefined)
      addWord(words, {
        ...placeOf(readBox(read, start), readBox(read, end - 1), style, style.turn, toUpright),
        text: !follows && isDrawnBullet(text, style) ? '•' : text,
        size: style.size,
        bold: style.bold,
        monospaced: style.monospaced,
        follows,
        font: style.font,
        ...mark,
        ...(hasCharacter(read, start) ? {} : { isUnmapped: true }),
        ...(style.hidden ? { isHidden: true } : {}),
        ...(style.turn === 0 ? {} : { turn: style.turn }),
      });
    runs = [];
    follows = true;
  };
  for (let index = 0; index < count; index++) {
    const code = readCode(read, index);
    if (code > 32 && code !== 160 && code !== 0xfffe) {
      add(code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '', index);
    } else if (code === lineEndHyphen || code === 0xfffe) {
      // PDFium leaves out the line's end after such a hyphen.
      add('-', index);
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
  return words;
}

/** Characters of a word in one style. */
interface WordRun {
  text: string;
  readonly style: TextStyle;
}

/** Whether characters have the same style; an index may consist of several text objects. */
const isSet = (one: TextStyle, other: TextStyle): boolean =>
  one === other ||
  (Math.abs(one.size - other.size) < 0.1 &&
    Math.abs(one.baseline - other.baseline) < 0.1 &&
    one.turn === other.turn &&
    one.dingbats === other.dingbats);

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

/** The text of a word with its superscripts and subscripts, and the footnote mark after it. */
function joinRuns(runs: readonly WordRun[], base: TextStyle): Pick<PageWord, 'text' | 'noteMark'> {
  let text = '';
  let noteMark: string | undefined;
  for (const { text: part, style } of runs) {
    const script = writeScript(text, part, style, base);
    if (script === '') noteMark = part;
    text += script ?? part;
  }
  noteMark ??= printedNoteMark.exec(text)?.[0];
  text = text.replace(printedNoteMark, '');
  return noteMark === undefined ? { text } : { text, noteMark };
}

/** Adds a word, or joins it to the previous one if it is that word's superscript or subscript. */
function addWord(words: PageWord[], word: PageWord): void {
  const last = words.at(-1);
  if (last === undefined || last.turn !== word.turn) {
    words.push(word);
    return;
  }
  const gap = (word.left - last.right) / last.size;
  const script =
    gap > -0.3 && gap < (word.follows && /^\d{1,2}$/u.test(word.text) ? 0.5 : 0.2)
      ? writeScript(last.text, word.text, placedStyle(word), placedStyle(last))
      : undefined;
  if (script === undefined) words.push(word);
  else
    words[words.length - 1] = {
      ...last,
      text: last.text + script,
      right: word.right,
      ...(script === '' ? { noteMark: word.text } : {}),
    };
}

const placedStyle = ({ size, bottom }: PageWord) => ({ size, baseline: bottom - 0.25 * size });

/** Whether a word is a bullet: a letter of a symbol font, or a glyph without a character, such as the numbers that Chrome prints. */
function isDrawnBullet(text: string, { dingbats }: TextStyle): boolean {
  return /^\p{Co}$|^\p{Co}{1,2}[.)]$/u.test(text) || (dingbats && /^.$/u.test(text));
}

/** A footnote mark written as a superscript character ("allowed¹"). The ² of "cm²" is not one. */
const printedNoteMark = /(?<=\p{L}{3}\p{P}{0,3})[¹²³⁰⁴-⁹]+$/u;

/** How the characters of one text object look. */
interface TextStyle {
  /** In points, after scaling. */
  readonly size: number;
  readonly bold: boolean;
  readonly monospaced: boolean;
  /** The font holds pictures in the place of letters: its "n" is a square. */
  readonly dingbats: boolean;
  /** Its number among the page's fonts, and its name. */
  readonly font: string;
  readonly hidden: boolean;
  /** Quarter turns relative to the page as shown, counterclockwise; undefined for text at an angle. */
  readonly turn: number | undefined;
  /** The baseline's distance from the top of the page turned so that the text is upright, in points. */
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
function styleReader(read: TextReader, toUpright: TurnBox): (index: number) => TextStyle {
  const { pdfium, textPage, buffer } = read;
  const fonts = new Map<number, FontLook>();
  let lastObject = 0;
  let style: TextStyle = { size: 0, ...plainLook, hidden: false, turn: 0, baseline: 0 };
  return (index) => {
    const object = pdfium.functions.FPDFText_GetTextObject(textPage, index);
    if (object === lastObject && object !== 0) return style;
    lastObject = object;
    const font = object === 0 ? 0 : pdfium.functions.FPDFTextObj_GetFont(object);
    const look = (font === 0 ? undefined : fonts.get(font)) ?? readFontLook(read, index, fonts.size);
    if (font !== 0) fonts.set(font, look);
    let scale = 1;
    let turn: number | undefined = 0;
    if (pdfium.functions.FPDFText_GetMatrix(textPage, index, buffer) !== 0) {
      const at = buffer >> 2;
      const [a = 1, b = 0, c = 0, d = 1] = pdfium.heaps.HEAPF32.subarray(at, at + 4);
      scale = Math.hypot(c, d) || 1;
      turn = quarterTurns(Math.atan2(b, a), read.rotation);
    }
    const size = pdfium.functions.FPDFText_GetFontSize(textPage, index) * scale;
    style = {
      size,
      ...look,
      hidden: object !== 0 && pdfium.functions.FPDFTextObj_GetTextRenderMode(object) === invisibleMode,
      turn,
      baseline: toUpright(readOrigin(read, index), turn ?? 0).top,
    };
    return style;
  };
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
  };
}
