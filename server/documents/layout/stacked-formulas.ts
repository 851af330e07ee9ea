import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageWord } from '../pdf-words.ts';
import { braceTip, isGlued, largeOperator, writeWords } from '../math-extension.ts';
import { inRows } from '../page-rows.ts';
import { writeLowered, writeRaised, writeScript } from '../scripts.ts';
import { inReadingOrder } from '../table-rows.ts';

const widestBar = 250;
/** A page with more lines than this is a drawing or a large table. */
const mostBars = 400;

/** Writes the stacked parts of formulas on one line: "U/I" for a fraction, "∑ᵢ₌₁ⁿ" for a sum with its limits. */
export const joinStackedFormulas = (words: readonly PageWord[], rules: readonly Box[]): readonly PageWord[] =>
  joinStackedRows(joinBraceLabels(joinFractions(joinLimits(words), rules)));

const wordOperator = /^(?:lim|lim ?sup|lim ?inf|plim|max|min|sup|inf|arg ?max|arg ?min)$/u;
const mostOperators = 100;

/** Limits are small, above and below a large operator. */
function joinLimits(words: readonly PageWord[]): readonly PageWord[] {
  const operators = words.filter(({ text }) => largeOperator.test(text) || wordOperator.test(text));
  if (operators.length === 0 || operators.length > mostOperators) return words;
  const size = words.map((word) => word.size).sort((a, b) => a - b)[words.length >> 1] ?? 10;
  const used = new Set<PageWord>();
  const joined = words.map((operator) => {
    if (!operators.includes(operator)) return operator;
    const { top, bottom } = operator.extent ?? operator;
    const isLimit = (word: PageWord): boolean =>
      word.size < 0.8 * size && word.size < 0.87 * operator.size && !used.has(word);
    const above = findCentred(
      words.filter((word) => isLimit(word) && top - word.bottom < size && word.bottom < top + 0.8 * size),
      operator,
    );
    const below = findCentred(
      words.filter((word) => isLimit(word) && word.top - bottom < size && word.top > bottom - 0.8 * size),
      operator,
    );
    for (const word of [...above, ...below]) used.add(word);
    const text = [
      operator.text,
      ...(below.length === 0 ? [] : [writeLowered(writeTight(below))]),
      ...(above.length === 0 ? [] : [writeRaised(writeTight(above))]),
    ].join('');
    return { ...operator, text };
  });
  return joined.filter((word) => !used.has(word));
}

const writeTight = (words: readonly PageWord[]): string =>
  inReadingOrder(words)
    .map(({ text }) => text)
    .join('');

/** The words without wide gaps whose middle is at the middle of a symbol, or that begin right behind it, as the limits of integrals do. */
function findCentred(words: readonly PageWord[], { text, left, right, size }: PageWord): PageWord[] {
  const groups: PageWord[][] = [];
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && word.left - last.right < 0.6 * word.size) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  const found = groups.find((group) => {
    const bounds = boundsOf(group);
    const offset = (bounds.left + bounds.right - left - right) / 2;
    const isBehind = largeOperator.test(text) && bounds.left > left && bounds.left < right + 0.3 * size;
    return Math.abs(offset) < 0.5 * size || isBehind;
  });
  return found ?? [];
}

const tipsOfBrace = 4;

/** Puts the label below a horizontal brace behind the words above it, like an index. */
function joinBraceLabels(words: readonly PageWord[]): readonly PageWord[] {
  const tips = words.filter(({ text }) => text === braceTip);
  let joined = words.filter(({ text }) => text !== braceTip);
  for (let index = 0; index + tipsOfBrace <= tips.length; index += tipsOfBrace) {
    const [first] = tips;
    if (first === undefined) break;
    const brace = { ...first, ...boundsOf(tips.slice(index, index + tipsOfBrace)) };
    const { left, right, size } = brace;
    const [top, bottom] = [brace.top + 0.5 * size, brace.bottom - 0.5 * size];
    const isSmall = (word: PageWord) => word.size < 0.87 * size;
    const below = joined.filter(
      (word) => isSmall(word) && word.top > bottom - 0.3 * size && word.top < bottom + size,
    );
    const label = findCentred(below, brace);
    const base = joined
      .filter(
        (word) => word.left < right && word.right > left && (word.extent ?? word).bottom < top + 0.4 * size,
      )
      .filter((word) => top - (word.extent ?? word).bottom < size && !label.includes(word))
      .reduce<PageWord | undefined>(
        (one, other) => (one !== undefined && one.right > other.right ? one : other),
        undefined,
      );
    if (base === undefined || label.length === 0) continue;
    const text = `${base.text}_{${inReadingOrder(label)
      .map((word) => word.text)
      .join(' ')}}`;
    joined = joined.flatMap((word) =>
      label.includes(word) ? [] : [word === base ? { ...word, text } : word],
    );
  }
  return joined;
}

const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['|', '|'],
]);
const mostDelimiters = 60;
const mostRows = 8;
/** The widest gap between the values and the conditions of cases, in letter sizes. */
const widestQuad = 3.5;

/** Writes cases behind a brace, and the rows of a matrix, on one line: "{x, if x ≥ 0; −x, if x < 0". */
function joinStackedRows(words: readonly PageWord[]): readonly PageWord[] {
  const openers = words.filter(
    ({ text, extent, size }) =>
      closing.has(text) && extent !== undefined && extent.bottom - extent.top > 1.7 * size,
  );
  return openers.length > mostDelimiters ? words : openers.reduce(joinRowsBehind, words);
}

function joinRowsBehind(words: readonly PageWord[], opener: PageWord): readonly PageWord[] {
  const { text, size, right, extent = opener } = opener;
  const isWithin = (word: PageWord): boolean => {
    const middle = (word.top + word.bottom) / 2;
    return word.left > right - 1 && middle > extent.top && middle < extent.bottom;
  };
  const behind = words.filter(isWithin).sort((a, b) => a.left - b.left);
  const end = behind.findIndex((word) => word.text === closing.get(text) && word.extent !== undefined);
  const closer = end < 0 ? undefined : behind[end];
  if (closer === undefined && text !== '{') return words;
  const inside = closer === undefined ? untilGap(behind, right, size) : behind.slice(0, end);
  const rows = inRows(inside);
  const isRow = (row: readonly PageWord[]) => row.some((word) => word.size > 0.8 * size);
  if (rows.length < 2 || rows.length > mostRows || !rows.every(isRow)) return words;
  const written = `${text}${rows.map(writeWords).join('; ')}${closer?.text ?? ''}`;
  const used = new Set(closer === undefined ? inside : [...inside, closer]);
  const whole = { ...opener, text: written, right: boundsOf([...used]).right };
  return words.flatMap((word) => (used.has(word) ? [] : [word === opener ? whole : word]));
}

function untilGap(words: readonly PageWord[], from: number, size: number): PageWord[] {
  let right = from;
  const end = words.findIndex((word) => {
    if (word.left - right > widestQuad * size) return true;
    right = Math.max(right, word.right);
    return false;
  });
  return words.slice(0, end < 0 ? undefined : end);
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
  // The fractions within a fraction have shorter bars. A fraction may have nothing but another one next to it.
  const free = bars.filter((bar) => !isInGrid(bar)).sort((a, b) => a.right - a.left - (b.right - b.left));
  let open = free;
  let joined = words;
  for (let before = -1; before !== joined.length && open.length > 0;) {
    before = joined.length;
    open = open.filter((bar) => {
      const next = joinFraction(joined, bar, free);
      const isOpen = next === joined;
      joined = next;
      return isOpen;
    });
  }
  return joined;
}

const baselineOf = ({ bottom, size }: PageWord): number => bottom - 0.25 * size;
/** Where the baseline of a line would be that ends where a word does, or begins there. */
const lowestBaseline = (word: PageWord): number => (word.extent ?? word).bottom - 0.25 * word.size;
const highestBaseline = (word: PageWord): number => (word.extent ?? word).top + 0.75 * word.size;

function joinFraction(words: readonly PageWord[], bar: Box, bars: readonly Box[]): readonly PageWord[] {
  const near = words.filter((word) => {
    const distance = Math.min(
      Math.abs(bar.top - lowestBaseline(word)),
      Math.abs(bar.top - highestBaseline(word)),
    );
    return word.left < bar.right && word.right > bar.left && distance < 1.5 * word.size;
  });
  const largest = Math.max(...near.map((word) => word.size));
  /** How far a baseline is above the bar; exponents count as part of their line. */
  const raise = (baseline: number, size = largest): number => (bar.top - baseline) / size;
  const isBetween = (value: number, least: number, most: number) => value > least && value < most;
  const above = near.filter((word) => isBetween(raise(lowestBaseline(word)), 0.03, 0.9));
  const below = near.filter((word) => isBetween(raise(highestBaseline(word)), -1.5, -0.55));
  if (![above, below].every((part) => isPart(part, bar))) return words;
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
    if (word === beside && word === neighbour) return follows ? [word, fraction] : [fraction, word];
    if (word === beside) return [fraction];
    return parts.has(word) ? [] : [word];
  });
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
