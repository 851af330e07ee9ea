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
    // A page may hold nothing but figures.
    const isFilled = pages[index + 1]?.some(({ isAside }) => !isAside) === true;
    const nextIndex = isFilled ? index + 1 : index + 2;
    if (standsAlone(index) || standsAlone(index + 1) || standsAlone(nextIndex)) continue;
    const [blocks = [], following = []] = [pages[index], pages[nextIndex]];
    const at = blocks.findLastIndex(({ isAside }) => !isAside);
    const nextAt = following.findIndex(({ isAside }) => !isAside);
    const [last, next] = [blocks[at]?.block, following[nextAt]?.block];
    if (!last || !next) continue;
    if (next.kind !== 'paragraph' || (last.kind !== 'paragraph' && last.kind !== 'list-item')) continue;
    if (/[.!?:。！？]["'”’)\]]*$/u.test(last.text)) continue;
    // Past a table, only a sentence that certainly runs on.
    const isNext = !blocks.slice(at).some(isTable) && !following.slice(0, nextAt).some(isTable);
    if (!isNext && !/^\p{Ll}/u.test(next.text)) continue;
    const first = splitSentences(next.text)[0];
    if (!first) continue;
    blocks[at] = { block: { ...last, text: joinLines(last.text, first.text, counts) }, isAside: false };
    const rest = next.text.slice(first.endOffset).trim();
    if (rest === '') following.splice(nextAt, 1);
    else following[nextAt] = { block: { ...next, text: rest }, isAside: false };
  }
}

const isTable = ({ block }: PlacedBlock): boolean => block.kind === 'table';
