import { isAccent, isOfTex, isRoot, readLargeSymbol } from './math-extension.ts';
import {
  type Box,
  glyphWithoutCharacter,
  hasCharacter,
  readCode,
  readInk,
  readOrigin,
  type TextReader,
  turnBox,
} from './pdf-characters.ts';
import type { TextStyle } from './text-style.ts';

/** "∀": below it there is no large operator or part of a delimiter. */
const firstSymbol = 0x2200;

/** Symbols that are higher than a line, or parts of them. */
const isLarge = /[∑∏∫√⎛-⎮]/u;

export interface LargeSymbol {
  readonly text: string;
  readonly ink: Box;
}

/** Empty for what is no character; the plain letter for a mathematical one. */
export function characterOf(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '';
  const character = String.fromCodePoint(code);
  // The letters of formulas: fonts of TeX have them as plain letters too.
  return code >= 0x1d400 && code < 0x1d800 ? character.normalize('NFKC') : character;
}

/** Whether the code is that of a glyph. Adobe's and Microsoft's fonts of symbols have private-use characters that end in it. */
const isGlyph = (read: TextReader, index: number, code: number): boolean =>
  code >= glyphWithoutCharacter || (code >= 0xf000 && code < 0xf100) || !hasCharacter(read, index);

/** macOS maps the symbols of TeX to the characters of their codes. Mapped correctly, only script capitals are one of these. */
const codesOfTex = /^[\dA-Za-z!#$%&]$/u;

const isCodeOf = (style: TextStyle, read: TextReader, index: number, code: number): boolean =>
  isGlyph(read, index, code) || (isOfTex(style) && codesOfTex.test(String.fromCodePoint(code)));

export function readCharacter(
  read: TextReader,
  index: number,
  code: number,
  style: TextStyle,
): string | LargeSymbol {
  const isCode = (style.extension || style.symbols !== undefined) && isCodeOf(style, read, index, code);
  const symbol = isCode ? style.symbols?.[code & 0xff] : undefined;
  if (symbol !== undefined && symbol !== '')
    return isLarge.test(symbol) ? readLarge(read, index, symbol, style) : symbol;
  const character = characterOf(code);
  if (code < firstSymbol && code !== 0x7b && !style.extension) return character;
  return readLarge(read, index, character, style, style.extension && isCode);
}

function readLarge(
  read: TextReader,
  index: number,
  character: string,
  style: TextStyle,
  isExtension = false,
): string | LargeSymbol {
  const isBrace = character === '{' && !isExtension;
  const symbol = isBrace ? character : readLargeSymbol(character, isExtension);
  const isLost = symbol === undefined && (character.codePointAt(0) ?? 0) >= glyphWithoutCharacter;
  const text = isLost ? character : symbol;
  if (text === undefined) return character;
  const ink = isAccent(text) ? undefined : readInk(read, index);
  const fitsLine =
    ink !== undefined &&
    ((isLost && !hangs(read, index, ink, style, 0.95)) ||
      (isBrace && ink.bottom - ink.top < 1.7 * style.size) ||
      (isRoot(text) && !hangs(read, index, ink, style)));
  return ink === undefined || fitsLine ? text : { text, ink };
}

/**
 * Whether a glyph is below its baseline, as the roots of TeX, which would be on the line above.
 * @param share how much of the glyph
 */
function hangs(read: TextReader, index: number, ink: Box, { turn = 0 }: TextStyle, share = 0.5): boolean {
  const { top, bottom } = turnBox(ink, turn, 0, 0);
  return bottom - share * (bottom - top) > turnBox(readOrigin(read, index), turn, 0, 0).top;
}

const isLetter = (code: number): boolean => /^[A-Za-z]$/u.test(characterOf(code));

/**
 * Finds the glyph variants of a mathematical font, as for exponents and large symbols, on a page of a file that maps them
 * to the characters of their codes. Variables have separate characters, so a single plain letter is one too.
 */
export function variantFinder(read: TextReader) {
  let size = 0;
  return (index: number, code: number, style: TextStyle): boolean => {
    if (!style.math || code >= 0x1d400) size = style.size;
    if (!style.math) return false;
    const isAlone = [index - 1, index + 1].every((other) => !isLetter(readCode(read, other)));
    return code < 0x100 && (style.size < 0.87 * size || (isLetter(code) && isAlone));
  };
}
