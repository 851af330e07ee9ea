import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageWord } from '../pdf-words.ts';

const widestBar = 250;
/** A page with more lines than this is a drawing or a large table. */
const mostBars = 400;

/**
 * Writes fractions on one line: "U" above a bar above "I" becomes "U/I". A bar is a line as long as what is above and below
 * it, next to text at its height; the lines of tables and underlined words are not.
 */
export function joinFractions(words: readonly PageWord[], rules: readonly Box[]): readonly PageWord[] {
  const isUpright = ({ left, right, top, bottom }: Box) => right - left < bottom - top;
  const bars = rules.filter((rule) => !isUpright(rule) && rule.right - rule.left <= widestBar);
  if (bars.length > mostBars) return words;
  const upright = rules.filter(isUpright);
  const isInGrid = (bar: Box) =>
    upright.some(
      ({ left, top, bottom }) =>
        Math.min(Math.abs(left - bar.left), Math.abs(left - bar.right)) < 2 &&
        top < bar.top + 2 &&
        bottom > bar.top - 2,
    );
  return bars
    .filter((bar) => !isInGrid(bar))
    .sort((a, b) => a.left - b.left)
    .reduce(joinFraction, words);
}

const baselineOf = ({ bottom, size }: PageWord): number => bottom - 0.25 * size;

function joinFraction(words: readonly PageWord[], bar: Box): readonly PageWord[] {
  /** How far a word's baseline is above the bar, in sizes of the word. */
  const raise = (word: PageWord): number => (bar.top - baselineOf(word)) / word.size;
  const near = words.filter(({ left, right }) => left < bar.right && right > bar.left);
  const above = near.filter((word) => raise(word) > 0.03 && raise(word) < 0.9);
  const below = near.filter((word) => raise(word) < -0.55 && raise(word) > -1.5);
  if (![above, below].every((part) => isPart(part, bar))) return words;
  const widths = [above, below].map(boundsOf).map(({ left, right }) => right - left);
  if (bar.right - bar.left > Math.max(...widths) + (above[0]?.size ?? 0)) return words;
  const parts = new Set([...above, ...below]);
  const isBeside = (word: PageWord, reach: number): boolean => {
    const gap = Math.max(word.left - bar.right, bar.left - word.right);
    return !parts.has(word) && gap > -0.3 * word.size && gap < reach * word.size;
  };
  const continues = (word: PageWord): boolean =>
    isBeside(word, 0.6) &&
    [above, below].some(
      ([part]) => part !== undefined && Math.abs(baselineOf(word) - baselineOf(part)) < 0.15 * word.size,
    );
  const neighbours = words.filter(
    (word) => isBeside(word, 1.5) && raise(word) < -0.05 && raise(word) > -0.45,
  );
  const [neighbour] = neighbours;
  if (neighbour === undefined || words.some(continues)) return words;
  const { size, top, bottom, bold } = neighbour;
  const fraction: PageWord = {
    text: `${writePart(above)}/${writePart(below)}`,
    left: bar.left,
    right: bar.right,
    top,
    bottom,
    size,
    bold,
    monospaced: false,
    follows: neighbour.right <= bar.left + 0.3 * size,
  };
  const rest = words.filter((word) => !parts.has(word));
  const at = rest.indexOf(neighbour) + (fraction.follows ? 1 : 0);
  return rest.toSpliced(at, 0, fraction);
}

/** Whether words fill a bar, without gaps as between the cells of a table. */
function isPart(words: readonly PageWord[], bar: Box): boolean {
  const [first] = words;
  if (first === undefined) return false;
  const { left, right } = boundsOf(words);
  const { size } = first;
  const isInside = left > bar.left - 0.35 * size && right < bar.right + 0.35 * size;
  const sorted = words.toSorted((a, b) => a.left - b.left);
  return (
    isInside &&
    sorted.every((word, index) => index === 0 || word.left - (sorted[index - 1]?.right ?? 0) < size)
  );
}

/** In parentheses if it consists of several terms. */
function writePart(words: readonly PageWord[]): string {
  const text = words
    .toSorted((a, b) => a.left - b.left)
    .map((word) => word.text)
    .join(' ');
  return /[\s+−–=-]/u.test(text) ? `(${text})` : text;
}
