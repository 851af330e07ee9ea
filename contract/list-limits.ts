/*
 * How much a list holds. No import: a screen that needs a limit does not load the schemas.
 */

/** A list whose texts come to more than this contains the beginnings of descriptions. */
export const LIST_TEXT_BYTES = 1024 * 1024;
export const SHORT_DESCRIPTION_CHARACTERS = 300;
/** Of a list that grows without end. */
export const PAGE_ROWS = 500;

/** The `before` of the next page; undefined after a page that is not full. */
export const findNextPage = (page: readonly { readonly id: number }[]): number | undefined =>
  page.length < PAGE_ROWS ? undefined : page.at(-1)?.id;
