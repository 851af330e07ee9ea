import { isWord } from './english-words.ts';
import { noCharacter } from './judge-fonts.ts';

/** A subset of a font may have its ligatures at the first codes, which are "!", '"' and "#" without its table: "di!erent". */
export const lettersAndLost = /(?:[\p{L}\p{Co}\u{FFFD}]|[!#](?=\p{Ll})|(?<=\p{Ll})"(?=\p{Ll}))+/gu;
const markInWord = /^\p{P}*\p{L}+[!"#]\p{Ll}+\p{P}*$/u;
/** Office for Mac writes Calibri's "ti" as a capital letter: "acJon". */
const capitalInWord = /^\p{P}*(\p{Lu}?\p{Ll}+)\p{Lu}(\p{Ll}+)\p{P}*$/u;
/** Whether a word contains a mark or capital letter that must be a ligature. */
export function isMarked(text: string): boolean {
  const [, start = '', end = ''] = capitalInWord.exec(text) ?? [];
  return start === '' ? markInWord.test(text) : isWord(`${start}ti${end}`);
}

/** Whether a character of a run is hardly part of a word: one without a code, a mark, or a capital letter between small ones. */
export function isOdd(character: string, index: number, run: readonly string[]): boolean {
  if (noCharacter.test(character) || /[!"#]/u.test(character)) return true;
  return (
    /\p{Lu}/u.test(character) && [run[index - 1], run[index + 1]].every((one) => /\p{Ll}/u.test(one ?? ''))
  );
}
