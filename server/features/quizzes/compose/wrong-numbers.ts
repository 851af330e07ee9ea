const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const TENS = new Map([
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
]);

/** Believable wrong numbers in the format of `printed`: words for words, the same decimals, the same thousands marks. */
export function listWrongNumbers(printed: string, random: () => number): { value: number; text: string }[] {
  const lower = printed.toLowerCase();
  const inWords = WORDS.indexOf(lower);
  if (inWords >= 0) {
    return WORDS.flatMap((text, value) =>
      value >= 2 && value !== inWords && Math.abs(value - inWords) <= 4 ? [{ value, text }] : [],
    );
  }
  const ten = TENS.get(lower);
  if (ten !== undefined)
    return [...TENS].flatMap(([text, value]) =>
      value !== ten && Math.abs(value - ten) <= 40 ? [{ value, text }] : [],
    );
  const value = Number(printed.replaceAll(',', ''));
  const decimals = printed.split('.')[1]?.length ?? 0;
  const format = (number: number): string => {
    const fixed = number.toFixed(decimals);
    return printed.includes(',') || (value < 1000 && number >= 1000 && decimals === 0)
      ? fixed.replace(/\B(?=(?:\d{3})+(?!\d))/gu, ',')
      : fixed;
  };
  if (decimals === 0 && value <= 12) {
    const near = [-4, -3, -2, -1, 1, 2, 3, 4, 5].map((step) => value + step).filter((number) => number >= 2);
    return near.map((number) => ({ value: number, text: format(number) }));
  }
  const round = roundness(value);
  const factors = [0.25, 0.4, 0.5, 0.6, 0.75, 1.25, 1.5, 1.8, 2, 2.5, 3].map(
    (factor) => factor * (0.97 + random() * 0.06),
  );
  const made = factors
    .map((factor) => Math.round((value * factor) / round) * round)
    .filter((number) => number > 0 && Math.abs(number - value) >= round);
  return [...new Set(made)]
    .map((number) => ({ value: number, text: format(number) }))
    .filter((item) => item.text !== printed);
}

/** The step in which a number seems to be given: 350,000 in ten thousands, 23 in ones, 7.25 in hundredths. */
function roundness(value: number): number {
  let step = 1;
  while (Number.isInteger(value) && value % (step * 10) === 0 && step * 10 < value) step *= 10;
  if (!Number.isInteger(value))
    while (Math.abs(Math.round(value / step) * step - value) > 1e-9 && step > 1e-4) step /= 10;
  return step;
}

/** Wrong years: others of the lesson near by, and years some way before and after. */
export function listWrongYears(
  year: number,
  lessonYears: readonly number[],
  random: () => number,
): { value: number; text: string }[] {
  const years = new Set(
    lessonYears.filter((other) => other !== year && Math.abs(other - year) <= (year > 1950 ? 25 : 60)),
  );
  // The nearer the past, the nearer believable years lie.
  const steps = year > 1950 ? [-13, -9, -6, -4, 4, 6, 9, 13] : [-38, -27, -19, -12, -7, 6, 11, 18, 26, 35];
  for (const step of steps) years.add(year + step + Math.round(random() * 3 - 1));
  return [...years]
    .filter((other) => other <= Math.max(year, 2024) && Math.abs(other - year) >= 3)
    .map((other) => ({ value: other, text: String(other) }));
}
