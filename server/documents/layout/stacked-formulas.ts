import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageWord } from '../pdf-words.ts';
import { writeLowered, writeRaised, writeScript } from '../scripts.ts';
import { inReadingOrder } from '../table-rows.ts';

const widestBar = 250;
/** A page with more lines than this is a drawing or a large table. */
const mostBars = 400;

/** Writes the stacked parts of formulas on one line: "U/I" for a fraction, "∑ᵢ₌₁ⁿ" for a sum with its limits. */
export const joinStackedFormulas = (words: readonly PageWord[], rules: readonly Box[]): readonly PageWord[] =>
  joinFractions(joinLimits(words), rules);

const largeOperator = /^[∑∏∐∫⋃⋂⋁⋀]$/u;
const mostOperators = 100;

/** Limits are small, and centred above and below a large operator. */
function joinLimits(words: readonly PageWord[]): readonly PageWord[] {
  const operators = words.filter(({ text }) => largeOperator.test(text));
  if (operators.length === 0 || operators.length > mostOperators) return words;
  const size = words.map((word) => word.size).sort((a, b) => a - b)[words.length >> 1] ?? 10;
  const limits = words.filter((word) => word.size < 0.8 * size);
  const used = new Set<PageWord>();
  const joined = words.map((operator) => {
    if (!operators.includes(operator)) return operator;
    const near = limits.filter((word) => {
      const middle = (word.left + word.right) / 2;
      return middle > operator.left - 0.5 * size && middle < operator.right + 0.5 * size && !used.has(word);
    });
    const above = near.filter(
      ({ bottom }) => operator.top - bottom < size && bottom < operator.top + 0.3 * size,
    );
    // In some fonts the origin of an operator is at its top.
    const below = near.filter(
      ({ top }) => top - operator.bottom < 2 * size && top > operator.bottom - 0.3 * size,
    );
    for (const word of [...above, ...below]) used.add(word);
    const write = (part: readonly PageWord[]) =>
      inReadingOrder(part)
        .map(({ text }) => text)
        .join('');
    const text = [
      operator.text,
      ...(below.length === 0 ? [] : [writeLowered(write(below))]),
      ...(above.length === 0 ? [] : [writeRaised(write(above))]),
    ].join('');
    return { ...operator, text };
  });
  return joined.filter((word) => !used.has(word));
}

/**
 * A bar is a line as long as the text above and below it, with text next to it at its height; table rules and underlines are
 * not bars.
 */
function joinFractions(words: readonly PageWord[], rules: readonly Box[]): readonly PageWord[] {
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
  const near = words.filter(
    (word) =>
      word.left < bar.right &&
      word.right > bar.left &&
      Math.abs(bar.top - baselineOf(word)) < 1.5 * word.size,
  );
  const largest = Math.max(...near.map((word) => word.size));
  /** How far a word's baseline is above the bar; exponents count as part of their line. */
  const raise = (word: PageWord, size = largest): number => (bar.top - baselineOf(word)) / size;
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
    (word) => isBeside(word, 1.5) && raise(word, word.size) < -0.05 && raise(word, word.size) > -0.45,
  );
  const [neighbour] = neighbours;
  if (neighbour === undefined || words.some(continues)) return words;
  const { size, top, bottom, bold } = neighbour;
  const fraction: PageWord = {
    text: `${inParentheses(writePart(above), terms)}/${inParentheses(writePart(below), factors)}`,
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

/** The words of a part, including exponents however far away they are. */
function writePart(words: readonly PageWord[]): string {
  let text = '';
  let base: PageWord | undefined;
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const script = base === undefined ? undefined : writeScript(text, word.text, placed(word), placed(base));
    text += script ?? `${text === '' ? '' : ' '}${word.text}`;
    if (script === undefined) base = word;
  }
  return text;
}

const placed = (word: PageWord) => ({ size: word.size, baseline: baselineOf(word) });

/** What needs parentheses as a numerator, and as a denominator. */
const terms = /[\s+−–=-]/u;
const factors = /[\s+−–=-]|\d\p{L}/u;
const inParentheses = (text: string, several: RegExp): string => (several.test(text) ? `(${text})` : text);
