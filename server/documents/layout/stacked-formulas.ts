import { addAccent } from '../accents.ts';
import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageWord } from '../pdf-words.ts';
import { braceTip, largeOperator, mostSymbols, writeWords } from '../math-extension.ts';
import { inRows, sharesRow } from '../page-rows.ts';
import { writeLowered, writeRaised } from '../scripts.ts';
import { joinFractions } from './stacked-fractions.ts';
import { inReadingOrder } from '../table-rows.ts';

/** Writes the stacked parts of formulas on one line: "U/I" for a fraction, "∑ᵢ₌₁ⁿ" for a sum with its limits. */
export const joinStackedFormulas = (words: readonly PageWord[], rules: readonly Box[]): readonly PageWord[] =>
  joinExponents(
    joinStackedRows(joinBraceLabels(joinFractions(joinLimits(joinAccents(withOpeners(words))), rules))),
  );

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

/** Puts a wide accent of a font of large symbols on the letter below it. */
function joinAccents(words: readonly PageWord[]): readonly PageWord[] {
  const accents = words.filter(({ text }) => /^[ˆ˜]$/u.test(text));
  if (accents.length > mostOperators) return words;
  return accents.reduce((found, accent) => {
    const middle = (accent.left + accent.right) / 2;
    const letter = found.find(
      ({ left, top, size, text }) =>
        /^[\p{Lu}\p{Ll}]/u.test(text) &&
        middle > left &&
        middle < left + 0.7 * size &&
        Math.abs(top - accent.top) < 0.5 * size,
    );
    if (letter === undefined) return found;
    const text = letter.text.replace(/^./u, (first) => addAccent(first, accent.text));
    const joined = { ...letter, text };
    return found.flatMap((word) => (word === accent ? [] : [word === letter ? joined : word]));
  }, words);
}

const endsInCloser = /[)\]}|]$/u;

/** The exponent of a large parenthesis is higher above the line than others. */
function joinExponents(words: readonly PageWord[]): readonly PageWord[] {
  const bases = words.filter(({ text, extent }) => extent !== undefined && endsInCloser.test(text));
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
  const tall = words.filter(({ extent }) => extent !== undefined);
  const beside = tall.length > mostOperators ? [] : tall;
  const used = new Set<PageWord>();
  const joined = words.map((operator) => {
    if (!operators.includes(operator)) return operator;
    const { top, bottom } = operator.extent ?? operator;
    const size = termSize(operator, words);
    const isLimit = (word: PageWord): boolean => word.size < 0.8 * size && !used.has(word);
    const above = findCentred(
      words.filter((word) => isLimit(word) && top - word.bottom < size && word.bottom < top + 0.8 * size),
      operator,
      beside,
    );
    const below = findCentred(
      words.filter((word) => isLimit(word) && word.top - bottom < size && word.top > bottom - 0.8 * size),
      operator,
      beside,
    );
    const limits = [...above, ...below];
    for (const word of limits) used.add(word);
    const text = [
      operator.text,
      ...(below.length === 0 ? [] : [writeLowered(writePart(below, ''))]),
      ...(above.length === 0 ? [] : [writeRaised(writePart(above, ''))]),
    ].join('');
    const { left, right, ...extent } = boundsOf([{ ...operator, top, bottom }, ...limits]);
    return { ...operator, text, left, right, ...(operator.extent === undefined ? {} : { extent }) };
  });
  return joined.filter((word) => !used.has(word));
}

/** The size of what is summed, or of a word before it: fonts other than TeX's set the operator itself larger. */
function termSize(operator: PageWord, words: readonly PageWord[]): number {
  if (operator.extent !== undefined) return operator.size;
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
function findCentred(
  words: readonly PageWord[],
  operator: PageWord,
  tall: readonly PageWord[] = [],
): PageWord[] {
  const { text, left, right, size } = operator;
  const groups: PageWord[][] = [];
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const group = groups.at(-1) ?? [];
    const last = group.at(-1);
    const gap = word.left - (last?.right ?? -Infinity);
    // A small word next to the operator, such as a numerator, is in a different row from its limits.
    if (last !== undefined && gap < 0.6 * word.size && (gap < 0 || sharesRow(last, word))) group.push(word);
    else groups.push([word]);
  }
  const isBelow = (group: readonly PageWord[]): boolean =>
    Math.abs(middleOf(boundsOf(group)) - middleOf(operator)) < 0.5 * size;
  const isBehind = (group: readonly PageWord[]): boolean => {
    const from = boundsOf(group).left;
    return largeOperator.test(text) && from > left && from < right + 0.3 * size;
  };
  return (
    groups.find(isBelow) ??
    groups.map((group) => partBelow(group, operator, tall)).find(isBelow) ??
    groups.find(isBehind) ??
    []
  );
}

const middleOf = ({ left, right }: Pick<Box, 'left' | 'right'>): number => (left + right) / 2;

/** How far from an operator other symbols may have scripts next to its limits, in its sizes. */
const reach = 3;

/** The words of a group that belong neither to another operator, which is nearer to them, nor to a parenthesis before them. */
function partBelow(group: readonly PageWord[], operator: PageWord, tall: readonly PageWord[]): PageWord[] {
  const { extent, size } = operator;
  const { left, right } = boundsOf(group);
  if (extent === undefined || left > operator.right || right < operator.left) return [];
  const middle = middleOf(operator);
  const beside = tall.filter(
    (other) => Math.abs(middleOf(other) - middle) < reach * size && sharesRow(other.extent ?? other, extent),
  );
  const isExponent = (word: PageWord): boolean =>
    beside.some((other) => endsInCloser.test(other.text) && Math.abs(word.left - other.right) < 0.35 * size);
  const others = beside
    .filter(({ text }) => largeOperator.test(text))
    .map(middleOf)
    .filter((x) => x > left && x < right);
  const from = Math.max(...others.filter((x) => x < middle));
  const to = Math.min(...others.filter((x) => x > middle));
  const isNearest = (x: number): boolean => x > (from + middle) / 2 && x < (middle + to) / 2;
  return group.filter((word) => isNearest(middleOf(word)) && !isExponent(word));
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
