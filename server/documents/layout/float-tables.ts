import { joinLines, type WordCounts } from '../hyphenation.ts';
import { endsSentence } from './line-shape.ts';
import type { BuiltBlock } from './place-asides.ts';

const mostBetween = 16;
const longestLabel = 60;

const isFloat = ({ block }: BuiltBlock): boolean => block.kind === 'table' || block.kind === 'index';
const isLabel = ({ block: { kind, text } }: BuiltBlock): boolean =>
  kind === 'paragraph' && text.length <= longestLabel && !endsSentence(text);

/** The place of an unfinished paragraph at the end, if nothing but tables and the labels of a drawing are behind it. */
function beforeFloats(blocks: readonly BuiltBlock[]): number | undefined {
  let at = blocks.length - 1;
  for (let passed = 0; passed < mostBetween; passed++) {
    const built = blocks[at];
    if (built === undefined || !(isFloat(built) || isLabel(built))) break;
    at--;
  }
  const block = blocks[at]?.block;
  if (!blocks.slice(at + 1).some(isFloat) || block?.kind !== 'paragraph') return undefined;
  return endsSentence(block.text) ? undefined : at;
}

/** Joins a paragraph that a table or drawing, floating at the top or bottom of a page, cuts in two; it comes after the paragraph. */
export function joinAroundTables(blocks: readonly BuiltBlock[], counts: WordCounts): BuiltBlock[] {
  const joined: BuiltBlock[] = [];
  for (const built of blocks) {
    const { block } = built;
    const at = block.kind === 'paragraph' && /^\p{Ll}/u.test(block.text) ? beforeFloats(joined) : undefined;
    const before = at === undefined ? undefined : joined[at];
    if (at !== undefined && before !== undefined)
      joined[at] = {
        ...before,
        lines: [...before.lines, ...built.lines],
        columnRight: built.columnRight,
        block: { ...before.block, text: joinLines(before.block.text, block.text, counts) },
      };
    else joined.push(built);
  }
  return joined;
}
