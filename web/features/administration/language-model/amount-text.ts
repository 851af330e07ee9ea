import { formatNumber } from '#web/ui/format.ts';

/** The text of an amount in its field; empty for none. */
export const showAmount = (amount: number | null, language: string): string =>
  amount === null ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(amount);

const GROUPED = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/u;

/**
 * Accepts spaces, the thousands separator of the language, and a decimal point or comma.
 * Returns null for an empty text, undefined if it is not a number.
 */
export function readAmount(text: string, language: string): number | null | undefined {
  const typed = text.replaceAll(/\s/gu, '');
  if (typed === '') return null;
  const separator = formatNumber(1_000_000, language).charAt(1);
  const isGrouped = GROUPED.exec(typed)?.[1] === separator;
  const digits = (isGrouped ? typed.replaceAll(separator, '') : typed).replace(',', '.');
  return /^(?:\d{1,12}|(?=\.))(?:\.\d{1,6})?$/u.test(digits) ? Number(digits) : undefined;
}
