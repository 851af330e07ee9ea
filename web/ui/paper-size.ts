type PaperSize = 'a4' | 'letter';

const LETTER_REGIONS = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'PR']);

/** The paper that is usual where the browser's language is spoken. */
export function usualPaper(locale: string): PaperSize {
  try {
    return LETTER_REGIONS.has(new Intl.Locale(locale).region ?? '') ? 'letter' : 'a4';
  } catch {
    return 'a4';
  }
}
