import type { DocumentBlock } from '../document-blocks.ts';
import { joinLines, type WordCounts } from '../hyphenation.ts';

/** Joins a paragraph that a table, floating at the top or bottom of a page, cuts in two; the table comes after it. */
export function joinAroundTables(blocks: readonly DocumentBlock[], counts: WordCounts): DocumentBlock[] {
  const joined: DocumentBlock[] = [];
  for (const block of blocks) {
    let at = joined.length - 1;
    while (joined[at]?.kind === 'table') at--;
    const before = joined[at];
    const isCut =
      at < joined.length - 1 &&
      before?.kind === 'paragraph' &&
      block.kind === 'paragraph' &&
      /^\p{Ll}/u.test(block.text) &&
      !/[.!?:;]["'”’)\]]*$/u.test(before.text);
    if (isCut) joined[at] = { ...before, text: joinLines(before.text, block.text, counts) };
    else joined.push(block);
  }
  return joined;
}
