/** Beginnings that a spreadsheet takes for a formula; full-width forms are folded by some of them. */
const FORMULA_START = /^\s*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;

/** Where another cell begins for a spreadsheet that parts cells by semicolons, as it does in half of Europe, or by tabs. */
const LATER_FORMULA_START = /(?<=[;\t\r\n]["'\s]*)(?<!')(?=[=+\-@＝＋－＠﹢﹣﹦﹫])/gu;

/** A cell that a spreadsheet shows as it is: what looks like a formula begins with an apostrophe. */
export function harmlessCell(text: string): string {
  const harmless = text.replaceAll(LATER_FORMULA_START, "'");
  return FORMULA_START.test(text) ? `'${harmless}` : harmless;
}

/** The text of a cell that {@link harmlessCell} made: without the apostrophes before what looks like a formula. */
export const plainCell = (cell: string): string =>
  cell
    .replace(/^'(?=\s*[=+\-@＝＋－＠﹢﹣﹦﹫]|[\t\r\n])/u, '')
    .replaceAll(/(?<=[;\t\r\n]["'\s]*)'(?=[=+\-@＝＋－＠﹢﹣﹦﹫])/gu, '');
