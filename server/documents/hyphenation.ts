const brokenWord = /([\p{L}\p{M}]+)[-\u{2010}]$/u;
const lineEndHyphen = /[-\u{2010}]$/u;
const firstWord = /^[\p{L}\p{M}]+/u;
const words = /[\p{L}\p{M}]+(?:[-\u{2010}][\p{L}\p{M}]+)*/gu;

/** How often each word stands in the document, lower-case, hyphenated words whole and in parts. */
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
    const broken = brokenWord.test(line);
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

/** Joins two consecutive lines of a paragraph with a space, or without where a word was broken between them. */
export function joinLines(first: string, second: string, counts: WordCounts): string {
  if (!lineEndHyphen.test(first)) return `${first} ${second}`;
  const stem = first.slice(0, -1);
  const before = brokenWord.exec(first)?.[1];
  const after = firstWord.exec(second)?.[0];
  if (before === undefined || after === undefined) {
    // A dash standing free, or a number range.
    return /[\p{L}\p{N}]$/u.test(stem) ? `${stem}-${second}` : `${stem}- ${second}`;
  }
  return keepsHyphen(before, after, stem, counts) ? `${stem}-${second}` : `${stem}${second}`;
}

function keepsHyphen(before: string, after: string, stem: string, counts: WordCounts): boolean {
  if (/^\p{Lu}/u.test(after)) return true;
  // The word before already holds a hyphen ("state-of-the-|art").
  if (/[-\u{2010}][\p{L}\p{M}]+$/u.test(stem)) return true;
  const left = before.toLowerCase();
  const right = after.toLowerCase();
  const joined = counts.get(left + right) ?? 0;
  const hyphenated = counts.get(`${left}-${right}`) ?? 0;
  if (joined !== hyphenated) return hyphenated > joined;
  // Neither form is known: two words that stand alone elsewhere make a compound ("time-|series").
  return left.length > 2 && right.length > 2 && (counts.get(left) ?? 0) > 1 && (counts.get(right) ?? 0) > 1;
}
