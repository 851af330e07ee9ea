const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A whole number below a million in words. */
export function spellNumber(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  if (value < 100)
    return `${TENS[Math.floor(value / 10)] ?? ''} ${value % 10 ? spellNumber(value % 10) : ''}`.trim();
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % unit;
  return `${spellNumber(Math.floor(value / unit))} ${name} ${rest ? spellNumber(rest) : ''}`.trim();
}

/** The words of a text as they are compared: lower case, no punctuation, numbers spelled out. */
export function normalizeWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replaceAll('%', ' percent ')
    .replace(/\d{1,6}/g, (digits) => ` ${spellNumber(Number(digits))} `)
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

/**
 * Substituted, missing and added words, as a share of the reference's words (Levenshtein distance over words).
 * @returns 0 for the same words; may pass 1 when many words were added.
 */
export function wordErrorRate(reference: string, hypothesis: string): number {
  const expected = normalizeWords(reference);
  const heard = normalizeWords(hypothesis);
  let row = heard.map((_, index) => index + 1);
  row.unshift(0);
  expected.forEach((word, index) => {
    const next = [index + 1];
    heard.forEach((other, column) => {
      const substitution = (row[column] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substitution, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    });
    row = next;
  });
  return (row.at(-1) ?? 0) / Math.max(1, expected.length);
}
