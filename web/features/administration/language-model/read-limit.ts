/** Accepts spaces and a decimal comma. Returns null for no limit, undefined if it is not a number. */
export function readLimit(text: string): number | null | undefined {
  const digits = text.replaceAll(/\s/gu, '').replace(',', '.');
  if (digits === '') return null;
  return /^\d{1,12}(?:\.\d{1,6})?$/u.test(digits) ? Number(digits) : undefined;
}
