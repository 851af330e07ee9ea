import { isAccent, readLargeSymbol, readSymbol } from './math-extension.ts';
import { type Box, glyphWithoutCharacter, hasCharacter, readInk, type TextReader } from './pdf-characters.ts';
import type { TextStyle } from './text-style.ts';

/** "∀": below it there is no large operator or part of a delimiter. */
const firstSymbol = 0x2200;

export interface LargeSymbol {
  readonly text: string;
  readonly ink: Box;
}

function characterOf(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '';
  const character = String.fromCodePoint(code);
  // The letters of formulas: fonts of TeX have them as plain letters too.
  return code >= 0x1d400 && code < 0x1d800 ? character.normalize('NFKC') : character;
}

const isWithoutCharacter = (read: TextReader, index: number, code: number): boolean =>
  code >= glyphWithoutCharacter || !hasCharacter(read, index);

export function readCharacter(
  read: TextReader,
  index: number,
  code: number,
  style: TextStyle,
): string | LargeSymbol {
  const character = characterOf(code);
  if (style.symbols && isWithoutCharacter(read, index, code)) return readSymbol(code) ?? character;
  if (code < firstSymbol && code !== 0x7b && !style.extension) return character;
  const isGlyph = style.extension && isWithoutCharacter(read, index, code);
  const isBrace = character === '{' && !isGlyph;
  const text = isBrace ? character : readLargeSymbol(character, isGlyph);
  if (text === undefined) return character;
  const ink = isAccent(text) ? undefined : readInk(read, index);
  const isLine = ink !== undefined && isBrace && ink.bottom - ink.top < 1.7 * style.size;
  return ink === undefined || isLine ? text : { text, ink };
}
