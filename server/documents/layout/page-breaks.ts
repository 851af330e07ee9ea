import type { DocumentBlock } from '../document-blocks.ts';
import { joinLines, type WordCounts } from '../hyphenation.ts';
import { splitSentences } from '../sentences.ts';
import type { PlacedBlock } from './place-asides.ts';

/**
 * Moves the rest of a sentence that a page's end breaks to the page where the sentence starts, so that no sentence
 * is read in two halves. Changes the pages in place.
 */
export function carryBrokenSentences(
  pages: readonly PlacedBlock[][],
  counts: WordCounts,
  standsAlone: (index: number) => boolean,
): void {
  for (let index = pages.length - 2; index >= 0; index--) {
    // Pages may hold nothing but figures.
    let nextIndex = index + 1;
    while (nextIndex - index < mostPages && pages[nextIndex]?.some(isText) === false) nextIndex++;
    if ([index, index + 1, nextIndex].some(standsAlone)) continue;
    const passed = pages.slice(index + 1, nextIndex).flat();
    const [page = [], following = []] = [pages[index], pages[nextIndex]];
    const at = page.findLastIndex(isText);
    const nextAt = following.findIndex(isText);
    const [last, next] = [page[at]?.block, following[nextAt]?.block];
    const between = [...page.slice(at + 1), ...passed, ...following.slice(0, Math.max(0, nextAt))];
    if (!last || !next || !runsOn(last, next, between)) continue;
    const [first, second] = splitSentences(next.text.slice(0, longestRest));
    if (first === undefined || (second === undefined && next.text.length > longestRest)) continue;
    page[at] = { block: { ...last, text: joinLines(last.text, first.text, counts) }, isAside: false };
    const rest = next.text.slice(first.endOffset).trim();
    if (rest === '') following.splice(nextAt, 1);
    else following[nextAt] = { block: { ...next, text: rest }, isAside: false };
  }
}

/** From the page where a sentence begins to the one where it ends. */
const mostPages = 3;
/** In characters. Text without a full stop for longer, such as a list of words, would move to its first page. */
const longestRest = 1_000;

const isText = ({ isAside }: PlacedBlock): boolean => !isAside;

function runsOn(last: DocumentBlock, next: DocumentBlock, between: readonly PlacedBlock[]): boolean {
  if (next.kind !== 'paragraph' || (last.kind !== 'paragraph' && last.kind !== 'list-item')) return false;
  if (/[.!?:。！？]["'”’)\]]*$/u.test(last.text)) return false;
  // Past a table, only a sentence that certainly runs on.
  return /^\p{Ll}/u.test(next.text) || !between.some(({ block }) => block.kind === 'table');
}
