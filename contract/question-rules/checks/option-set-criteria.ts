import { contentStems, isStopWord, listWords } from '../words.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { optionFlaw, quoteText } from './question-text.ts';
import { findNumber, findRange } from './number-values.ts';

/** Criteria that compare the options. */

/** Two options that say the same, but for case, articles and final punctuation (Haladyna et al., 2002: keep them apart). */
export function findDuplicateOptions(question: CheckedQuestion): Flaw | null {
  const seen = new Set<string>();
  for (const [index, option] of question.options.entries()) {
    const key = comparableOption(option.text);
    if (seen.has(key) && key !== '')
      return optionFlaw(
        'duplicate_options',
        index,
        [option.text],
        `${quoteText(option.text)} is a duplicate answer. Change one of the two.`,
      );
    seen.add(key);
  }
  return null;
}

/**
 * Normalizes an option so that duplicates are equal. Keeps symbols ("x < 5" is not "x > 5"), and the case of anything shorter than a
 * word ("Mg" is not "mg").
 */
export function comparableOption(text: string): string {
  const tidy = text
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.!;,]$/u, '');
  const lower = tidy.length <= 3 ? tidy : tidy.toLowerCase();
  return lower.replace(/\b(?:an?|the) (?=\S)/gu, '').replaceAll('’', "'");
}

const ASKS_FOR_RANGE = /\b(?:ranges?|period|interval|between|from when|span|years|lasted|normal)\b/iu;

/**
 * Overlapping options (Haladyna, Downing and Rodriguez, 2002): when one is true, so is the other. As a rule: ranges of
 * numbers that meet, one option that is another with words added, or the same list in another order.
 */
export function findOverlappingOptions(question: CheckedQuestion): Flaw | null {
  const readings = question.options.map((option) => readOption(option.text));
  const asksForRange = ASKS_FOR_RANGE.test(question.text);
  for (const [later, second] of readings.entries()) {
    for (const [earlier, first] of readings.slice(0, later).entries()) {
      const [one, other] = [question.options[earlier]?.text ?? '', question.options[later]?.text ?? ''];
      if (first.range && second.range) {
        if (!asksForRange && rangesMeet(first.range, second.range))
          return optionFlaw(
            'overlapping_options',
            later,
            [other],
            `${quoteText(one)} and ${quoteText(other)} have numbers in common. Set the limits so that each number is in one option.`,
          );
        continue;
      }
      const [narrow, wide] = first.words.length <= second.words.length ? [first, second] : [second, first];
      if (includes(wide, narrow)) {
        const [wider, narrower] = wide === second ? [other, one] : [one, other];
        return optionFlaw(
          'overlapping_options',
          wide === second ? later : earlier,
          [wider],
          `${quoteText(wider)} includes ${quoteText(narrower)}. Make them exclude each other.`,
        );
      }
      if (isSameList(first, second))
        return optionFlaw(
          'overlapping_options',
          later,
          [other],
          `${quoteText(one)} and ${quoteText(other)} say the same. Change one of the two.`,
        );
    }
  }
  return null;
}

interface OptionReading {
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly range: ReturnType<typeof findRange>;
}

function readOption(text: string): OptionReading {
  return {
    words: listWords(text).filter((word) => !['a', 'an', 'the'].includes(word)),
    stems: contentStems(text),
    range: findRange(text),
  };
}

function rangesMeet(
  one: NonNullable<OptionReading['range']>,
  other: NonNullable<OptionReading['range']>,
): boolean {
  if (one.unit !== other.unit) return false;
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  if (one.from < one.to && other.from < other.to) return from < to;
  const range = one.from < one.to ? one : other;
  // "10" is in "10–20", but not in "more than 10".
  return (
    from === to &&
    (range.from === range.to || Number.isFinite(range.to - range.from) || isInside(from, range))
  );
}

const isInside = (value: number, range: { from: number; to: number }): boolean =>
  value > range.from && value < range.to;

const CHANGING = new Set(['not', 'non', 'no', 'never', 'without', 'false', 'half', 'pre', 'anti']);

/** "Bus" in "School bus", "A tax" in "A tax on bread"; but "Sodium" is not in "Sodium chloride". */
function includes(wide: OptionReading, narrow: OptionReading): boolean {
  const [long, short] = [wide.words, narrow.words];
  if (short.length === 0 || long.length <= short.length || narrow.stems.size === 0) return false;
  const extra = long.length - short.length;
  if (long.some((word) => CHANGING.has(word) && !short.includes(word))) return false;
  if (short.every((word, index) => word === long[index])) {
    const next = long[short.length] ?? '';
    return isStopWord(next) && !['but', 'than', 'except'].includes(next);
  }
  return (
    extra <= 3 &&
    // "O negative" is not a kind of "A negative", whose letter reads like an article.
    (long[0] ?? '').length > 1 &&
    short.every((word, index) => word === long[extra + index]) &&
    !isStopWord(long[0] ?? '')
  );
}

/** "Salt and water", "Water and salt"; but not "prices rise and wages fall", "prices fall and wages rise". */
function isSameList(one: OptionReading, other: OptionReading): boolean {
  const [first, second] = [listParts(one.words), listParts(other.words)];
  return (
    first.length > 1 && first.length === second.length && first.every((part, index) => part === second[index])
  );
}

function listParts(words: readonly string[]): string[] {
  return words
    .filter((word) => word !== 'both')
    .join(' ')
    .split(/ (?:and|or) /u)
    .toSorted();
}

/** Lost sequence in data (Tarrant et al., 2006): numbers, days and months of one unit should rise or fall. */
export function findLostSequence(question: CheckedQuestion): Flaw | null {
  const numbers = question.options.map((option) => findNumber(option.text));
  const [first] = numbers;
  if (numbers.length < 3 || !first || numbers.some((number) => number?.unit !== first.unit)) return null;
  const values = numbers.map((number) => number?.value ?? Number.NaN);
  const rises = values.every((value, index) => index === 0 || value >= (values[index - 1] ?? value));
  const falls = values.every((value, index) => index === 0 || value <= (values[index - 1] ?? value));
  if (rises || falls) return null;
  const wrong = values.findIndex((value, index) => index > 0 && value < (values[index - 1] ?? value));
  const text = question.options[wrong]?.text ?? '';
  return optionFlaw(
    'lost_sequence',
    null,
    [text],
    `The numbers stand out of order from ${quoteText(text)} on. Sort the options from small to large.`,
  );
}
