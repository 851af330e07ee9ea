import { withoutListMarker } from '../documents/list-markers.ts';
import { isReadAsText, type PassageKind } from '../documents/passage.ts';
import { splitSentences } from '../documents/sentences.ts';
import { evidenceOfPassage } from '../language/evidence-of-passage.ts';
import type { Evidence, LessonPassage } from '../language/lesson-text.ts';

const LONGEST_QUOTE = 700;
const FEWEST_WORDS = 3;
/** How many sentences, points or lines a quotation may run over: the shorter they are, the more say one thing. */
const MOST_QUOTED: Readonly<Record<PassageKind, number>> = { prose: 3, slide: 5, code: 8, table: 8 };
/** So many of the words a writer quotes must be in the sentences found, when it did not copy them exactly. */
const NEARLY_VERBATIM = 0.85;

/**
 * Finds the words a writer quoted in the passages it was given. Writers change quotation marks, drop a comma or join two
 * sentences; what is returned is always the lesson's own whole sentences, points of a slide without their first bullet, or
 * lines of code or a table, character for character.
 * @returns undefined when no passage contains the words, or nearly all of them
 */
export function anchorQuote(quote: string, passages: readonly LessonPassage[]): Evidence | undefined {
  const words = listWords(quote);
  if (words.length < FEWEST_WORDS || quote.length > 2 * LONGEST_QUOTE) return undefined;
  let best: { passage: LessonPassage; start: number; end: number; share: number } | undefined;
  for (const passage of passages) {
    const sentences = isReadAsText(passage) ? splitSentences(passage.text) : splitLines(passage.text);
    const most = MOST_QUOTED[passage.kind];
    for (let first = 0; first < sentences.length; first += 1) {
      for (let last = first; last < Math.min(first + most, sentences.length); last += 1) {
        const start = sentences[first]?.startOffset ?? 0;
        const end = sentences[last]?.endOffset ?? 0;
        if (end - start > LONGEST_QUOTE) break;
        // Each further sentence has to add words, or the shorter quotation is taken.
        const share = sharedInOrder(words, listWords(passage.text.slice(start, end))) - 0.02 * (last - first);
        if (share > (best?.share ?? 0)) best = { passage, start, end, share };
      }
    }
  }
  if (best === undefined || best.share < NEARLY_VERBATIM) return undefined;
  const { passage, start, end } = best;
  const found = passage.text.slice(start, end);
  return evidenceOfPassage(passage, passage.kind === 'slide' ? withoutListMarker(found) : found);
}

/** Lines that are not empty, and where each begins and ends. */
function splitLines(text: string): { startOffset: number; endOffset: number }[] {
  return [...text.matchAll(/[^\n]+/gu)].flatMap(({ 0: line, index }) =>
    line.trim() === ''
      ? []
      : [
          {
            startOffset: index + (line.length - line.trimStart().length),
            endOffset: index + line.trimEnd().length,
          },
        ],
  );
}

const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The share of `sought` that occurs in `words` in the same order (longest common subsequence), 0 to 1. */
function sharedInOrder(sought: readonly string[], words: readonly string[]): number {
  let row = new Array<number>(words.length + 1).fill(0);
  for (const word of sought) {
    const next = [0];
    for (const [index, other] of words.entries()) {
      next.push(word === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) / sought.length;
}
