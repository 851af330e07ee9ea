import { formatNumber } from '#web/ui/format.ts';

/** The text of a limit in its field; empty for no limit. */
export const showLimit = (limit: number | null, language: string): string =>
  limit === null ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(limit);

const GROUPED = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/u;

/**
 * Accepts spaces, the thousands separator of the language, and a decimal point or comma.
 * Returns null for no limit, undefined if it is not a number.
 */
export function readLimit(text: string, language: string): number | null | undefined {
  const typed = text.replaceAll(/\s/gu, '');
  if (typed === '') return null;
  const separator = formatNumber(1_000_000, language).charAt(1);
  const isGrouped = GROUPED.exec(typed)?.[1] === separator;
  const digits = (isGrouped ? typed.replaceAll(separator, '') : typed).replace(',', '.');
  return /^\d{1,12}(?:\.\d{1,6})?$/u.test(digits) ? Number(digits) : undefined;
}
