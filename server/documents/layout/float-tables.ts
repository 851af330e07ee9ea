import { joinLines, type WordCounts } from '../hyphenation.ts';
import type { BuiltBlock } from './place-asides.ts';

const mostTables = 8;

/** The place of an unfinished paragraph at the end, if nothing but a few tables are behind it. */
function beforeTables(blocks: readonly BuiltBlock[]): number | undefined {
  let at = blocks.length - 1;
  while (blocks[at]?.block.kind === 'table' && blocks.length - at <= mostTables) at--;
  const block = blocks[at]?.block;
  if (at === blocks.length - 1 || block?.kind !== 'paragraph') return undefined;
  // Its end only: of a long text, matched again and again, the whole would take long.
  return /[.!?:;]["'”’)\]]*$/u.test(block.text.slice(-20)) ? undefined : at;
}

/** Joins a paragraph that a table, floating at the top or bottom of a page, cuts in two; the table comes after it. */
export function joinAroundTables(blocks: readonly BuiltBlock[], counts: WordCounts): BuiltBlock[] {
  const joined: BuiltBlock[] = [];
  for (const built of blocks) {
    const { block } = built;
    const at = block.kind === 'paragraph' && /^\p{Ll}/u.test(block.text) ? beforeTables(joined) : undefined;
    const before = at === undefined ? undefined : joined[at];
    if (at !== undefined && before !== undefined)
      joined[at] = {
        ...before,
        block: { ...before.block, text: joinLines(before.block.text, block.text, counts) },
        noteMarks: [...before.noteMarks, ...built.noteMarks],
      };
    else joined.push(built);
  }
  return joined;
}
