/*
 * Limits of lists. This module imports nothing, so that a screen that needs a limit does not load the schemas.
 */

/** In a list with more text than this, descriptions are shortened. */
export const LIST_TEXT_BYTES = 1024 * 1024;
export const SHORT_DESCRIPTION_CHARACTERS = 300;
/** Page size of a list that grows without limit. */
export const PAGE_ROWS = 500;

/** The `before` of the next page; undefined after a page that is not full. */
export const findNextPage = (page: readonly { readonly id: number }[]): number | undefined =>
  page.length < PAGE_ROWS ? undefined : page.at(-1)?.id;
