import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageWord } from '../pdf-words.ts';
import { braceTip, largeOperator, mostSymbols, writeWords } from '../math-extension.ts';
import { inRows, sharesRow } from '../page-rows.ts';
import { writeLowered, writeRaised } from '../scripts.ts';
import { joinFractions } from './stacked-fractions.ts';
import { inReadingOrder } from '../table-rows.ts';

/** Writes the stacked parts of formulas on one line: "U/I" for a fraction, "∑ᵢ₌₁ⁿ" for a sum with its limits. */
export const joinStackedFormulas = (words: readonly PageWord[], rules: readonly Box[]): readonly PageWord[] =>
  joinExponents(joinStackedRows(joinBraceLabels(joinFractions(joinLimits(withOpeners(words)), rules))));

/** PDFium leaves out the largest left parenthesis of TeX, whose code is that of a space: it is in the gap before its terms. */
function withOpeners(words: readonly PageWord[]): readonly PageWord[] {
  const tall = words.filter(({ text, extent }) => extent !== undefined && /^[()]$/u.test(text));
  if (tall.length > mostDelimiters) return words;
  return tall.reduce((found, closer) => {
    const { text, size, left, extent } = closer;
    if (text !== ')' || extent === undefined || extent.bottom - extent.top < 2.7 * size) return found;
    const isInside = ({ top, bottom }: PageWord) =>
      (top + bottom) / 2 > extent.top && (top + bottom) / 2 < extent.bottom;
    const before = found
      .filter((word) => word.right < left + 1 && isInside(word))
      .sort((a, b) => b.right - a.right);
    let from = left;
    for (const word of before) {
      if (word.text === '(' && word.extent !== undefined) return found;
      if (from - word.right > 0.75 * size)
        return found.toSpliced(found.indexOf(word) + 1, 0, {
          ...closer,
          text: '(',
          left: from - 0.7 * size,
          right: from,
        });
      from = Math.min(from, word.left);
    }
    return found;
  }, words);
}

/** The exponent of a large parenthesis is higher above the line than others. */
function joinExponents(words: readonly PageWord[]): readonly PageWord[] {
  const bases = words.filter(({ text, extent }) => extent !== undefined && /[)\]}|]$/u.test(text));
  if (bases.length > mostSymbols) return words;
  return bases.reduce((found, base) => {
    const { text, size, right, extent } = base;
    if (extent === undefined || !found.includes(base)) return found;
    const exponent = found.find(
      (word) =>
        word.size < 0.87 * size &&
        word.left > right - 0.1 * size &&
        word.left < right + 0.35 * size &&
        word.bottom < (extent.top + extent.bottom) / 2 &&
        word.bottom > extent.top - 0.3 * size,
    );
    if (exponent === undefined) return found;
    const joined = { ...base, text: text + writeRaised(exponent.text), right: exponent.right };
    return found.flatMap((word) => (word === exponent ? [] : [word === base ? joined : word]));
  }, words);
}

const wordOperator = /^(?:lim|lim ?sup|lim ?inf|plim|max|min|sup|inf|arg ?max|arg ?min)$/u;
const mostOperators = 100;

/** Limits are small, above and below a large operator. */
function joinLimits(words: readonly PageWord[]): readonly PageWord[] {
  const operators = words.filter(({ text }) => largeOperator.test(text) || wordOperator.test(text));
  if (operators.length === 0 || operators.length > mostOperators) return words;
  const used = new Set<PageWord>();
  const joined = words.map((operator) => {
    if (!operators.includes(operator)) return operator;
    const { top, bottom } = operator.extent ?? operator;
    const size = termSize(operator, words);
    const isLimit = (word: PageWord): boolean => word.size < 0.8 * size && !used.has(word);
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
      ...(below.length === 0 ? [] : [writeLowered(writePart(below, ''))]),
      ...(above.length === 0 ? [] : [writeRaised(writePart(above, ''))]),
    ].join('');
    return { ...operator, text };
  });
  return joined.filter((word) => !used.has(word));
}

/** The size of what is summed, or of a word before it: some fonts set the operator itself larger. */
function termSize(operator: PageWord, words: readonly PageWord[]): number {
  const terms = words.filter(
    (word) =>
      word !== operator &&
      sharesRow(word, operator) &&
      Math.max(word.left - operator.right, operator.left - word.right) < 2 * operator.size,
  );
  return Math.min(operator.size, Math.max(0.8 * operator.size, ...terms.map(({ size }) => size)));
}

const writePart = (words: readonly PageWord[], gap: string): string =>
  inReadingOrder(words)
    .map(({ text }) => text)
    .join(gap);

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
  if (tips.length > tipsOfBrace * mostDelimiters) return words;
  let joined = words.filter(({ text }) => text !== braceTip);
  for (let index = 0; index + tipsOfBrace <= tips.length; index += tipsOfBrace) {
    const own = tips.slice(index, index + tipsOfBrace);
    const [first] = own;
    if (first === undefined) break;
    const brace = { ...first, ...boundsOf(own) };
    const { left, right, size } = brace;
    const [top, bottom] = [brace.top + 0.5 * size, brace.bottom - 0.5 * size];
    const below = joined.filter(
      (word) => word.size < 0.87 * size && word.top > bottom - 0.3 * size && word.top < bottom + size,
    );
    const label = findCentred(below, brace);
    const base = joined
      .filter((word) => {
        const raise = top - (word.extent ?? word).bottom;
        return word.left < right && word.right > left && raise > -0.4 * size && raise < size;
      })
      .filter((word) => !label.includes(word))
      .reduce<PageWord | undefined>(
        (one, other) => (one !== undefined && one.right > other.right ? one : other),
        undefined,
      );
    if (base === undefined || label.length === 0) continue;
    const text = `${base.text}_{${writePart(label, ' ')}}`;
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
  // From the right, so that what is within others comes first.
  return openers.length > mostDelimiters
    ? words
    : openers.sort((a, b) => b.left - a.left).reduce(joinRowsBehind, words);
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
