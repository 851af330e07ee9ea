import { withoutListMarker } from '#server/documents/list-markers.ts';
import { isReadAsText, type PassageKind } from '#server/documents/passage.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { Evidence, LessonPassage } from '#server/language/lesson-text.ts';
import { withoutHidden } from './plain-text.ts';

const LONGEST_QUOTE = 700;
const FEWEST_WORDS = 3;
/** How many sentences, points or lines a quotation may run over: the shorter they are, the more say one thing. */
const MOST_QUOTED: Readonly<Record<PassageKind, number>> = { prose: 3, slide: 5, code: 8, table: 8 };
/** So many of the words a writer quotes must be in the sentences found, when it did not copy them exactly. */
const NEARLY_VERBATIM = 0.85;

interface Unit {
  readonly passage: LessonPassage;
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/**
 * Finds the words a writer quoted in the passages it was given. Writers change quotation marks, drop a comma or join two
 * sentences; what is returned is always the lesson's own whole sentences, points of a slide without their first bullet, or
 * lines of code or a table, character for character. A model reads the passages as one text, under their titles: if a
 * quotation spans two of them, the passage with more of its words is cited, and titles before the words are left out.
 * @returns undefined when the passages do not contain the words, or nearly all of them
 */
export function anchorQuote(quote: string, passages: readonly LessonPassage[]): Evidence | undefined {
  const words = listWords(quote);
  if (words.length < FEWEST_WORDS || quote.length > 2 * LONGEST_QUOTE) return undefined;
  const found = findWords(words, passages);
  if (found !== undefined) return found;
  for (const below of Map.groupBy(passages, ({ titlePath }) => titlePath.join('\n')).values()) {
    const ownWords = withoutTitles(words, below[0]?.titlePath ?? []);
    const own = ownWords.length === words.length ? undefined : findWords(ownWords, below);
    if (own !== undefined) return own;
  }
  return undefined;
}

/** The words behind the titles, of which some may be missing. */
function withoutTitles(words: readonly string[], titles: readonly string[]): readonly string[] {
  return titles.map(listWords).reduce((rest, title) => {
    const isFirst = title.every((word, index) => rest[index] === word);
    return isFirst ? rest.slice(title.length) : rest;
  }, words);
}

/** @param words of a quotation */
function findWords(words: readonly string[], passages: readonly LessonPassage[]): Evidence | undefined {
  if (words.length < 2) return undefined;
  const units = passages.flatMap(listUnits);
  let best: { units: readonly Unit[]; share: number } | undefined;
  for (const [first, { passage }] of units.entries()) {
    let length = 0;
    for (const [more, unit] of units.slice(first, first + MOST_QUOTED[passage.kind]).entries()) {
      length += unit.end - unit.start;
      if (length > LONGEST_QUOTE) break;
      const quoted = units.slice(first, first + more + 1);
      const found = quoted.flatMap((each) => each.words);
      // A longer quotation is only better if each further sentence adds words.
      const share = sharedInOrder(words, found) - 0.02 * more;
      if (share > (best?.share ?? 0)) best = { units: quoted, share };
    }
  }
  if (best === undefined || best.share < NEARLY_VERBATIM) return undefined;
  const parts = [...Map.groupBy(best.units, ({ passage }) => passage).values()];
  const wordsIn = (part: readonly Unit[]): number => part.reduce((sum, unit) => sum + unit.words.length, 0);
  const [part = []] = parts.toSorted((one, other) => wordsIn(other) - wordsIn(one));
  const [head, tail] = [part[0], part.at(-1)];
  if (head === undefined || tail === undefined) return undefined;
  const { passage } = head;
  const text = passage.text.slice(head.start, tail.end);
  return evidenceOfPassage(passage, passage.kind === 'slide' ? withoutListMarker(text) : text);
}

const listUnits = (passage: LessonPassage): Unit[] =>
  (isReadAsText(passage) ? splitSentences(passage.text) : splitLines(passage.text)).map(
    ({ startOffset: start, endOffset: end }) => ({
      passage,
      start,
      end,
      words: listWords(passage.text.slice(start, end)),
    }),
  );

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

/** The words as a model reads them, without characters that it does not see. */
const listWords = (text: string): string[] =>
  withoutHidden(text)
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

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
