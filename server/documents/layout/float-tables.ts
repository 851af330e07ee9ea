import type { DocumentBlock } from '../document-blocks.ts';
import { joinLines, type WordCounts } from '../hyphenation.ts';

const mostTables = 8;

/** The place of an unfinished paragraph at the end, if nothing but a few tables are behind it. */
function beforeTables(blocks: readonly DocumentBlock[]): number | undefined {
  let at = blocks.length - 1;
  while (blocks[at]?.kind === 'table' && blocks.length - at <= mostTables) at--;
  const block = blocks[at];
  if (at === blocks.length - 1 || block?.kind !== 'paragraph') return undefined;
  // Its end only: matching all of a long text repeatedly would take long.
  return /[.!?:;]["'”’)\]]*$/u.test(block.text.slice(-20)) ? undefined : at;
}

/** Joins a paragraph that a table, floating at the top or bottom of a page, cuts in two; the table comes after it. */
export function joinAroundTables(blocks: readonly DocumentBlock[], counts: WordCounts): DocumentBlock[] {
  const joined: DocumentBlock[] = [];
  for (const block of blocks) {
    const at = block.kind === 'paragraph' && /^\p{Ll}/u.test(block.text) ? beforeTables(joined) : undefined;
    const before = at === undefined ? undefined : joined[at];
    if (at !== undefined && before !== undefined)
      joined[at] = { ...before, text: joinLines(before.text, block.text, counts) };
    else joined.push(block);
  }
  return joined;
}
