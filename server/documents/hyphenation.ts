import { isWord } from './recognition/english-words.ts';

const lettersAtEnd = /[\p{L}\p{M}]+$/u;
const firstWord = /^[\p{L}\p{M}]+/u;
const words = /[\p{L}\p{M}]+(?:[-\u{2010}][\p{L}\p{M}]+)*/gu;

/** A longer run of letters is not a word. Searched from the end, so that a line of any length costs the same. */
const longestWord = 100;
const longestAddress = 300;
const brokenAddress = /:\/\/\S*([/-])$/u;
/** After a slash, an address may also have ended. */
const restOfAddress = { '/': /^(?:~|[\p{L}\p{N}]+[./_=?%#-][\p{L}\p{N}])/u, '-': /^[\p{L}\p{N}]/u };
/** So much of a paragraph's end is kept open while lines are joined to it. */
const openEnd = 1_000;

/** How often each word occurs in the document, lower-case, hyphenated words whole and in parts. */
export type WordCounts = ReadonlyMap<string, number>;

/**
 * Counts the words of lines, leaving out the halves of words broken at a line's end, so that the document itself
 * can tell `trans-|lation` (one word elsewhere) from `co-|operate` (hyphenated elsewhere).
 */
export function countWords(lines: Iterable<string>): WordCounts {
  const counts = new Map<string, number>();
  let previousBroken = false;
  for (const line of lines) {
    const found = line.match(words) ?? [];
    const broken = findBrokenWord(line) !== undefined;
    const from = previousBroken ? 1 : 0;
    const to = broken ? found.length - 1 : found.length;
    for (let index = from; index < to; index++) {
      const word = found[index]?.toLowerCase();
      if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    previousBroken = broken;
  }
  return counts;
}

const endsWithHyphen = (line: string): boolean => line.endsWith('-') || line.endsWith('\u{2010}');

/** The letters before the hyphen that a line ends with. */
function findBrokenWord(line: string): string | undefined {
  return endsWithHyphen(line) ? lettersAtEnd.exec(line.slice(-longestWord - 1, -1))?.[0] : undefined;
}

/** Joins the lines of a paragraph as {@link joinLines} does two, in time linear in their length. */
export function joinAllLines(lines: readonly string[], counts: WordCounts): string {
  const closed: string[] = [];
  let [open = ''] = lines;
  for (const line of lines.slice(1)) {
    if (open.length > 4 * openEnd) {
      closed.push(open.slice(0, -openEnd));
      open = open.slice(-openEnd);
    }
    open = joinLines(open, line, counts);
  }
  return closed.join('') + open;
}

/**
 * Joins two consecutive lines of a paragraph with a space, or without where a word was broken between them.
 * @param isSlide most programs for slides break words only at hyphens that belong to them
 */
export function joinLines(first: string, second: string, counts: WordCounts, isSlide = false): string {
  const end = brokenAddress.exec(first.slice(-longestAddress))?.[1];
  if ((end === '/' || end === '-') && restOfAddress[end].test(second)) return first + second;
  if (!endsWithHyphen(first)) return `${first} ${second}`;
  const stem = first.slice(0, -1);
  // Names are broken behind their underscores.
  if (stem.endsWith('_')) return stem + second;
  const before = findBrokenWord(first);
  const after = firstWord.exec(second)?.[0];
  if (before === undefined || after === undefined) {
    // A dash standing free, or a number range.
    return /[\p{L}\p{N}]$/u.test(stem.slice(-2)) ? `${stem}-${second}` : `${stem}- ${second}`;
  }
  return keepsHyphen(before, after, stem, counts, isSlide) ? `${stem}-${second}` : `${stem}${second}`;
}

function keepsHyphen(
  before: string,
  after: string,
  stem: string,
  counts: WordCounts,
  isSlide: boolean,
): boolean {
  // The word before already holds a hyphen ("state-of-the-|art").
  if (/[-\u{2010}][\p{L}\p{M}]+$/u.test(stem.slice(-longestWord))) return true;
  const left = before.toLowerCase();
  const right = after.toLowerCase();
  const joined = counts.get(left + right) ?? 0;
  const hyphenated = counts.get(`${left}-${right}`) ?? 0;
  if (joined !== hyphenated) return hyphenated > joined;
  if (/^\p{Lu}/u.test(after)) return true;
  if (left.length < 3 || right.length < 3 || isWordOrPlural(left + right)) return false;
  // Neither form is known: two words that stand alone elsewhere make a compound ("time-|series").
  if ((counts.get(left) ?? 0) > 1 && (counts.get(right) ?? 0) > 1) return true;
  const isLong = Math.min(left.length, right.length) >= shortestOfCompound && !prefix.test(left);
  const isCompound = isSlide || ((isLong || startsCompound.test(left)) && counts.has('the'));
  return isCompound && isWord(left) && isWord(right);
}

/** A word that begins with one of these has a hyphen if it is not in the dictionary, such as "four-step". */
const startsCompound = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|non|self)$/u;
/** A program that breaks words anywhere makes short words of parts of longer ones. */
const shortestOfCompound = 5;
/** The dictionary has these as words, but not all of the words that begin with them. */
const prefix = /^(?:cyber|hyper|infra|inter|intra|micro|multi|pseudo|super|trans|ultra|under)$/u;

const isWordOrPlural = (word: string): boolean => isWord(word) || isWord(word.replace(/s$/u, ''));
