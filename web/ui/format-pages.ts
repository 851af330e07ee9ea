import type { TFunction } from 'i18next';
import type { Evidence } from '#contract/evidence.ts';

/** "p. 7", or "p. 29–32" for a passage of several pages; undefined for a lesson without pages. */
export function formatPages(
  { page, page_end: last = page ?? undefined }: Evidence,
  t: TFunction,
): string | undefined {
  if (page === null) return undefined;
  return last === page ? t('evidence.page', { page }) : t('evidence.pages', { page, last });
}
