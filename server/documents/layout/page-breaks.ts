import type { DocumentBlock } from '../document-blocks.ts';
import { joinLines, type WordCounts } from '../hyphenation.ts';
import { splitSentences } from '../sentences.ts';

/** The blocks of a page in reading order, and its footnotes. */
export interface PageBlocks {
  readonly blocks: DocumentBlock[];
  readonly notes: readonly DocumentBlock[];
}

/**
 * Moves the rest of a sentence that a page's end breaks to the page where the sentence starts, so that no sentence
 * is read in two halves. Changes the blocks of the pages in place.
 */
export function carryBrokenSentences(
  pages: readonly PageBlocks[],
  counts: WordCounts,
  standsAlone: (index: number) => boolean,
): void {
  for (let index = pages.length - 2; index >= 0; index--) {
    if (standsAlone(index) || standsAlone(index + 1)) continue;
    const blocks = pages[index]?.blocks;
    const following = pages[index + 1]?.blocks;
    const last = blocks?.at(-1);
    const next = following?.[0];
    if (!blocks || !following || !last || !next) continue;
    if (next.kind !== 'paragraph' || (last.kind !== 'paragraph' && last.kind !== 'list-item')) continue;
    if (/[.!?:。！？]["'”’)\]]*$/u.test(last.text)) continue;
    const first = splitSentences(next.text)[0];
    if (!first) continue;
    blocks[blocks.length - 1] = { ...last, text: joinLines(last.text, first.text, counts) };
    const rest = next.text.slice(first.endOffset).trim();
    if (rest === '') following.shift();
    else following[0] = { ...next, text: rest };
  }
}
