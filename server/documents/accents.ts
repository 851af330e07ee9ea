import { readBox, readOrigin, readSetting, type TextReader } from './pdf-characters.ts';
import { characterOf } from './read-character.ts';

/** Accents that fonts of TeX draw over or under a letter, and the characters that combine with it. */
const combining = new Map(
  Object.entries({
    '´': '\u0301',
    '`': '\u0300',
    ˆ: '\u0302',
    '¨': '\u0308',
    '˜': '\u0303',
    ˇ: '\u030C',
    '˘': '\u0306',
    '˙': '\u0307',
    '˚': '\u030A',
    '˝': '\u030B',
    '¯': '\u0304',
    '¸': '\u0327',
  }),
);
/** Letters that have no dot below an accent. */
const dotted: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

/** PDFium may put a raised accent at the end of its line: so many characters away its letter is looked for. */
const furthestLetter = 150;
/** Each is compared with many letters, and a page with more holds something other than text. */
const mostAccents = 2000;
/** "`" */
const firstAccent = 0x60;
/** In letter sizes; a space is wider. */
const widestGap = 0.1;

/** What has to be read differently where accents are drawn apart from their letters. */
export interface Accents {
  /** Letters with their accents, by index: one character where Unicode has it, else the letter and combining ones. */
  readonly letters: ReadonlyMap<number, string>;
  /** The indexes of the accents, and of spaces that PDFium sees next to them in a word. */
  readonly skipped: ReadonlySet<number>;
}

/** @param codes of all characters of the page */
export function findAccents(read: TextReader, codes: readonly number[]): Accents {
  const letters = new Map<number, string>();
  const skipped = new Set<number>();
  const drawn = codes.flatMap((code, index) => {
    const accent = code < firstAccent ? '' : String.fromCodePoint(code);
    return combining.has(accent) ? [{ index, accent }] : [];
  });
  for (const { index, accent } of drawn.slice(0, mostAccents)) {
    const at = findLetter(read, codes, index);
    if (at === undefined) continue;
    // A letter may have two, as in "ế".
    const letter = letters.get(at) ?? letterOf(codes[at]);
    letters.set(at, addAccent(letter, accent));
    skipped.add(index);
    for (const step of [-1, 1])
      for (const space of spacesInWord(read, codes, at, step, skipped)) skipped.add(space);
  }
  return { letters, skipped };
}

/** A letter with an accent over it: one character where Unicode has it, else the letter and a combining one. */
export const addAccent = (letter: string, accent: string): string =>
  ((dotted[letter] ?? letter) + (combining.get(accent) ?? '')).normalize('NFC');

/** Empty for what is no letter. */
function letterOf(code: number | undefined): string {
  const character = code === undefined ? '' : characterOf(code);
  return /^\p{L}$/u.test(character) ? character : '';
}

/** The index of the letter that an accent is drawn over. */
function findLetter(read: TextReader, codes: readonly number[], index: number): number | undefined {
  const accent = readBox(read, index);
  const middle = (accent.left + accent.right) / 2;
  const { top } = readOrigin(read, index);
  for (let distance = 1; distance <= furthestLetter; distance++)
    for (const at of [index + distance, index - distance]) {
      if (letterOf(codes[at]) === '') continue;
      const { left, right, ...letter } = readBox(read, at);
      const reach = 0.5 * (letter.bottom - letter.top);
      if (middle > left && middle < right && Math.abs(readOrigin(read, at).top - top) < reach) return at;
    }
  return undefined;
}

/** The indexes between a letter and the next character in a direction, if there is no room for a space. */
function spacesInWord(
  read: TextReader,
  codes: readonly number[],
  letter: number,
  step: number,
  accents: ReadonlySet<number>,
): number[] {
  const spaces: number[] = [];
  let at = letter + step;
  for (; accents.has(at) || (codes[at] ?? 33) <= 32; at += step) spaces.push(at);
  if (codes[at] === undefined) return [];
  const [one, other] = [readBox(read, letter), readBox(read, at)];
  const gap = step > 0 ? other.left - one.right : one.left - other.right;
  const { size } = readSetting(read, letter);
  return Math.abs(gap) < widestGap * size && Math.abs(one.bottom - other.bottom) < 0.7 * size ? spaces : [];
}
