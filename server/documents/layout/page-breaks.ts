import { joinLines, type WordCounts } from '../hyphenation.ts';
import { formulaNote } from '../passage.ts';
import { splitSentences } from '../sentences.ts';
import { runsOnElsewhere } from './continue-block.ts';
import type { BodyStyle } from './heading-lines.ts';
import type { PlacedBlock } from './place-asides.ts';

/**
 * Moves the rest of a sentence that a page's end breaks to the page where the sentence starts, so that no sentence
 * is read in two halves. Changes the pages in place.
 */
export function carryBrokenSentences(
  pages: readonly PlacedBlock[][],
  counts: WordCounts,
  body: BodyStyle,
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
    const [last, next] = [page[at], following[nextAt]];
    const between = [...page.slice(at + 1), ...passed, ...following.slice(0, Math.max(0, nextAt))];
    if (!last || !next || !runsOn(last, next, between, body)) continue;
    const { text } = next.block;
    const [first, second] = splitSentences(text.slice(0, longestRest));
    if (first === undefined || (second === undefined && text.length > longestRest)) continue;
    page[at] = withText(last, joinLines(last.block.text, first.text, counts));
    const rest = text.slice(first.endOffset).trim();
    if (rest === '') following.splice(nextAt, 1);
    else following[nextAt] = withText(next, rest);
  }
}

/** From the page where a sentence begins to the one where it ends. */
const mostPages = 3;
/** In characters. Text without a full stop for longer, such as a list of words, would move to its first page. */
const longestRest = 1_000;

const isText = ({ isAside }: PlacedBlock): boolean => !isAside;

const withText = ({ block, ...placed }: PlacedBlock, text: string): PlacedBlock => ({
  ...placed,
  block: { ...block, text },
});

/** A formula on the next page, or its rest: it is broken before an operator. */
const beginsFormula = /^\S{0,4} ?[=<>≤≥≈]/u;

function runsOn(
  last: PlacedBlock,
  next: PlacedBlock,
  between: readonly PlacedBlock[],
  body: BodyStyle,
): boolean {
  const { kind, text } = last.block;
  if (next.block.kind !== 'paragraph' || (kind !== 'paragraph' && kind !== 'list-item')) return false;
  if (/[.!?:。！？]["'”’)\]]*$/u.test(text)) return false;
  const [lastLine, nextLine] = [last.lines.at(-1), next.lines[0]];
  // A row of a table continues no sentence.
  if (lastLine === undefined || nextLine === undefined || nextLine.cells.length > 1) return false;
  const { text: nextText } = next.block;
  // Past a table, only a sentence that certainly runs on.
  if (!/^\p{Ll}/u.test(nextText) && between.some(({ block }) => block.kind === 'table')) return false;
  if (nextText.startsWith(formulaNote) || beginsFormula.test(nextText)) return true;
  if (nextText.startsWith('+') && text.includes('=')) return true;
  return runsOnElsewhere(false, lastLine, nextLine, body, last.columnRight);
}
