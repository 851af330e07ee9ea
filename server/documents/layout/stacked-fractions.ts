import { isGlued } from '../math-extension.ts';
import { baselineOf, sharesBaseline } from '../page-rows.ts';
import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageWord } from '../pdf-words.ts';
import { writeScript } from '../scripts.ts';

const widestBar = 420;
/** A page with more lines than this is a drawing or a large table. */
const mostBars = 400;
/** Each round compares every bar with all words. */
const mostRounds = 8;
/** Above or below a bar; more are not a part of a fraction. */
const mostWords = 100;
/** Sums and fractions in a part of a fraction: each is compared with the words next to it. */
const mostTall = 8;

/**
 * A bar is a line as long as the text above and below it, with text next to it at its height; table rules and underlines are
 * not bars.
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
  // The fractions within a fraction have shorter bars. A fraction may have nothing but another one next to it.
  const free = bars.filter((bar) => !isInGrid(bar)).sort((a, b) => a.right - a.left - (b.right - b.left));
  let open = free;
  let joined = words;
  for (let round = 0; round < mostRounds; round++) {
    const before = open.length;
    open = open.filter((bar) => {
      const next = joinFraction(joined, bar, free);
      const isOpen = next === joined;
      joined = next;
      return isOpen;
    });
    if (open.length === before) break;
  }
  return joined;
}

/** Where the baseline of a line would be that ends where a word does, or begins there. */
const lowestBaseline = (word: PageWord): number =>
  baselineOf({ bottom: (word.extent ?? word).bottom, size: word.size });
const highestBaseline = (word: PageWord): number => (word.extent ?? word).top + 0.75 * word.size;

function joinFraction(words: readonly PageWord[], bar: Box, bars: readonly Box[]): readonly PageWord[] {
  const near = words.filter((word) => {
    const distance = Math.min(
      Math.abs(bar.top - lowestBaseline(word)),
      Math.abs(bar.top - highestBaseline(word)),
    );
    return word.left < bar.right && word.right > bar.left && distance < 1.6 * word.size;
  });
  const isBetween = (value: number, least: number, most: number) => value > least && value < most;
  /** How far a baseline is above the bar. */
  const raise = (baseline: number, size: number): number => (bar.top - baseline) / size;
  const isAbove = (word: PageWord, size = word.size) =>
    isBetween(raise(lowestBaseline(word), size), 0.03, 0.9);
  const isBelow = (word: PageWord, size = word.size) =>
    isBetween(raise(highestBaseline(word), size), -1.5, -0.55);
  // Exponents count as part of their line; the text of another line does not count.
  const largest = near
    .filter((word) => isAbove(word) || isBelow(word))
    .reduce((most, { size }) => Math.max(most, size), 0);
  const withoutRows = [isAbove, isBelow].map((isIn) => near.filter((word) => isIn(word, largest)));
  if (withoutRows.some(({ length }) => length === 0 || length > mostWords)) return words;
  const [above = [], below = []] = withoutRows.map((part) => withRow(part, words, bar));
  if (![above, below].every((part) => isPart(part, bar))) return words;
  // An underlined title or address.
  if (above.some(({ text }) => /:$|:\/\//u.test(text))) return words;
  const widths = [above, below].map(boundsOf).map(({ left, right }) => right - left);
  if (bar.right - bar.left > Math.max(...widths) + (above[0]?.size ?? 0)) return words;
  const parts = new Set([...above, ...below]);
  const isBeside = (word: PageWord, reach: number): boolean => {
    const gap = Math.max(word.left - bar.right, bar.left - word.right);
    return !parts.has(word) && gap > -0.3 * word.size && gap < reach * word.size;
  };
  const isAtOtherBar = (word: PageWord): boolean =>
    bars.some(
      (other) =>
        other !== bar &&
        Math.abs(other.top - bar.top) < 0.3 * word.size &&
        word.left < other.right &&
        word.right > other.left,
    );
  const continues = (word: PageWord): boolean =>
    isBeside(word, 0.6) &&
    [above, below].some(
      ([part]) => part !== undefined && Math.abs(baselineOf(word) - baselineOf(part)) < 0.15 * word.size,
    ) &&
    !isAtOtherBar(word);
  const neighbour = words.find(
    (word) => isBeside(word, 1.5) && isBetween(raise(baselineOf(word), word.size), -0.45, -0.05),
  );
  // Within another fraction, nothing has to be next to it.
  const isInner = bars.some(
    (other) =>
      other.right - other.left > bar.right - bar.left &&
      other.left < bar.left + 1 &&
      other.right > bar.right - 1 &&
      Math.abs(other.top - bar.top) < 3 * largest,
  );
  const beside = neighbour ?? (isInner ? above[0] : undefined);
  if (beside === undefined || words.some(continues)) return words;
  const follows = neighbour !== undefined && neighbour.right <= bar.left + 0.3 * neighbour.size;
  const { size, bold } = beside;
  const fraction: PageWord = {
    text: `${inParentheses(writePart(above), terms)}/${inParentheses(writePart(below), factors)}`,
    left: bar.left,
    right: bar.right,
    top: neighbour?.top ?? bar.top - 0.5 * size,
    bottom: neighbour?.bottom ?? bar.top + 0.5 * size,
    size,
    bold,
    monospaced: false,
    follows,
    extent: { top: boundsOf(above).top, bottom: boundsOf(below).bottom },
  };
  return words.flatMap((word) => {
    if (word === neighbour) return follows ? [word, fraction] : [fraction, word];
    if (word === beside) return [fraction];
    return parts.has(word) ? [] : [word];
  });
}

/** The words of a part, and those in a row with a sum or fraction of it, whose limits are nearer to the bar than the row. */
function withRow(part: readonly PageWord[], words: readonly PageWord[], bar: Box): PageWord[] {
  const tall = part.filter(({ extent }) => extent !== undefined);
  if (tall.length === 0 || tall.length > mostTall) return [...part];
  const isInRow = (word: PageWord): boolean =>
    word.left > bar.left - 0.35 * word.size &&
    word.right < bar.right + 0.35 * word.size &&
    tall.some((other) => sharesBaseline(other, word));
  return [...new Set([...part, ...words.filter(isInRow)])];
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

/** The words of a part, including exponents however far away they are. */
function writePart(words: readonly PageWord[]): string {
  let text = '';
  let base: PageWord | undefined;
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const script = base === undefined ? undefined : writeScript(text, word.text, placed(word), placed(base));
    text += script ?? `${base === undefined || isGlued(base, word) ? '' : ' '}${word.text}`;
    if (script === undefined) base = word;
  }
  return text;
}

const placed = (word: PageWord) => ({ size: word.size, baseline: baselineOf(word) });

/** What needs parentheses as a numerator, and as a denominator. */
const terms = /[\s+−–=-]/u;
const factors = /[\s+−–=-]|\d\p{L}/u;
const inParentheses = (text: string, several: RegExp): string => (several.test(text) ? `(${text})` : text);
