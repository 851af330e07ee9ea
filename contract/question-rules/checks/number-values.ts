/** Numbers as options write them. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
  /** The text next to the numbers: the unit, lower case. */
  readonly unit: string;
}

const WORDS = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty`
    .split(/\s+/u)
    .map((word, value) => [word, value] as const),
);
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety'.split(' ').entries())
  WORDS.set(word, (index + 3) * 10);
for (const [index, word] of 'first second third fourth fifth sixth seventh eighth ninth tenth'
  .split(' ')
  .entries())
  WORDS.set(word, index + 1);

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const NUMBER = String.raw`[-−]?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?`;
const ONE = new RegExp(`^([^\\d\\p{L}]{0,3}?)(${NUMBER})(?:st|nd|rd|th)?(.{0,40})$`, 'u');
const FRACTION = /^(\d{1,9})\/(\d{1,9})(.{0,40})$/u;
const TWO = new RegExp(
  `^(?:between |from )?([^\\d\\p{L}]{0,2}?)(${NUMBER})(.{0,20}?) ?(?:[–—-]|to|and) ?[^\\d\\p{L}]{0,2}?(${NUMBER})(.{0,40})$`,
  'u',
);
const BELOW = /^(?:less than|fewer than|under|below|up to|at most|no more than|<|≤)\s?/u;
const ABOVE = /^(?:more than|over|above|at least|greater than|no less than|>|≥)\s?/u;
const ABOUT =
  /^(?:about|nearly|almost|roughly|approximately|around|some|in|the|on|by|after|exactly|c\.|~|≈)\s/u;

function tidy(text: string): string {
  let left = text.toLowerCase().replace(/\s+/gu, ' ').trim().replace(/\.$/u, '');
  while (ABOUT.test(left)) left = left.replace(ABOUT, '');
  return left;
}

const toNumber = (digits: string): number => Number(digits.replaceAll(',', '').replace('−', '-'));

/** The number an option is, with its unit; undefined for anything that is not one number. */
export function findNumber(text: string): { value: number; unit: string } | undefined {
  const left = tidy(text);
  const fraction = FRACTION.exec(left);
  if (fraction) {
    const [, above = '', below = '', unit = ''] = fraction;
    return Number(below) === 0 ? undefined : { value: Number(above) / Number(below), unit: unit.trim() };
  }
  const digits = ONE.exec(left);
  if (digits) {
    const [, before = '', number = '', after = ''] = digits;
    // "3 × 10^8", "10–20", "1788 to 1806" and "2 of 3" are more than one number.
    if (/[\d^⁰¹²³⁴-⁹]/u.test(after)) return undefined;
    return { value: toNumber(number), unit: `${before.trim()} ${after.trim()}`.trim().replace(/s$/u, '') };
  }
  const [first = '', ...rest] = left.split(' ');
  const value = WORDS.get(first);
  if (value !== undefined && rest.length <= 2) return { value, unit: rest.join(' ').replace(/s$/u, '') };
  const month = MONTHS.indexOf(left);
  if (month >= 0) return { value: month, unit: 'month' };
  const day = DAYS.indexOf(left);
  return day < 0 ? undefined : { value: day, unit: 'day' };
}

/** The range an option is: "10–20", "between 15 and 30", "less than 5", or a single number. */
export function findRange(text: string): NumberRange | undefined {
  const left = tidy(text);
  const bound = BELOW.test(left) ? 'below' : ABOVE.test(left) ? 'above' : undefined;
  if (bound !== undefined) {
    const number = findNumber(left.replace(BELOW, '').replace(ABOVE, ''));
    if (!number) return undefined;
    return bound === 'below'
      ? { from: Number.NEGATIVE_INFINITY, to: number.value, unit: number.unit }
      : { from: number.value, to: Number.POSITIVE_INFINITY, unit: number.unit };
  }
  const two = TWO.exec(left);
  if (two) {
    const [, before = '', from = '', between = '', to = '', after = ''] = two;
    if (/\d/u.test(between + after) || toNumber(from) > toNumber(to)) return undefined;
    return {
      from: toNumber(from),
      to: toNumber(to),
      unit: `${before.trim()} ${after.trim()}`.trim().replace(/s$/u, ''),
    };
  }
  const one = findNumber(text);
  return one && { from: one.value, to: one.value, unit: one.unit };
}
