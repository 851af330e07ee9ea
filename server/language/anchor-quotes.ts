import type { Evidence, QuotedWords } from '#contract/evidence.ts';
import { splitSentences } from '../documents/sentences.ts';
import { evidenceOfPassage } from './evidence-of-passage.ts';
import type { LessonPassage } from './lesson-text.ts';

interface Word {
  readonly word: string;
  readonly passage: LessonPassage;
  readonly start: number;
  readonly end: number;
}

/** Case, punctuation and spaces make no difference; the signs of a formula do. */
const WORD = /[\p{L}\p{M}\p{N}]+|[\p{Sm}\p{Sc}%‰°]/gu;
const normalize = (word: string): string => word.normalize('NFKC').toLowerCase();
const listWords = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => normalize(word));

/** A sentence that shares fewer words with the former one is about something else. */
const LEAST_LIKENESS = 0.5;

/**
 * Makes a function that finds the words of evidence in a lesson's new text. Evidence whose words are there, whatever their case
 * and punctuation, is placed there; other evidence keeps its words, with the sentence that replaced theirs.
 * @param former passages of the text that the evidence was placed in; without them, no such sentence is known
 */
export function createQuoteAnchor(
  passages: readonly LessonPassage[],
  former: readonly LessonPassage[] = [],
): (evidence: Evidence) => Evidence {
  const find = createWordFinder(passages);
  let findBefore: WordFinder | undefined;
  let findSuccessor: ReturnType<typeof createSuccessorFinder> | undefined;
  return (evidence) => {
    const { changed, ...quoted } = evidence;
    const found = find(quoted);
    if (found !== undefined) return found;
    findBefore ??= createWordFinder(former);
    // Words that someone typed, which the lesson never said.
    const wasMissing = former.length > 0 && findBefore(quoted) === undefined;
    if (quoted.quote.trim() === '' || (changed === undefined && wasMissing)) return evidence;
    // Changed before: what counts is what the lesson said last.
    const unchanged = changed == null ? undefined : find(changed);
    findSuccessor ??= createSuccessorFinder(former, passages);
    return { ...quoted, changed: unchanged ?? findSuccessor(changed ?? quoted) };
  };
}

/** Finds quoted words in a text, whatever their case and punctuation. */
type WordFinder = (quoted: QuotedWords) => QuotedWords | undefined;

function createWordFinder(passages: readonly LessonPassage[]): WordFinder {
  const words = passages.flatMap((passage) =>
    [...passage.text.matchAll(WORD)].map(({ 0: word, index }): Word => ({
      word: normalize(word),
      passage,
      start: index,
      end: index + word.length,
    })),
  );
  const places = new Map<string, number[]>();
  for (const [place, { word }] of words.entries()) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [place]);
    else known.push(place);
  }
  return (quoted) => findWords(words, places, quoted) ?? findSigns(passages, quoted);
}

/** Words that occur several times are looked for where they were. */
const distanceTo = ({ start_second: second }: QuotedWords, startSecond: number | null): number =>
  second === null || startSecond === null ? 0 : Math.abs(startSecond - second);

/** For a quote without words, such as a line of code. */
function findSigns(passages: readonly LessonPassage[], { quote }: QuotedWords): QuotedWords | undefined {
  if (quote.trim() === '' || listWords(quote).length > 0) return undefined;
  const passage = passages.find(({ text }) => text.includes(quote));
  return passage === undefined ? undefined : evidenceOfPassage(passage, quote);
}

function findWords(
  words: readonly Word[],
  places: ReadonlyMap<string, readonly number[]>,
  evidence: QuotedWords,
): QuotedWords | undefined {
  const sought = listWords(evidence.quote);
  const [first] = sought;
  if (first === undefined) return undefined;
  const [nearest] = (places.get(first) ?? [])
    .filter((place) => sought.every((word, offset) => words[place + offset]?.word === word))
    .toSorted(
      (one, other) =>
        distanceTo(evidence, words[one]?.passage.startSecond ?? null) -
        distanceTo(evidence, words[other]?.passage.startSecond ?? null),
    );
  if (nearest === undefined) return undefined;
  return quoteOf(words.slice(nearest, nearest + sought.length), evidence.quote);
}

/** The words as they are written now. Where they go over the end of a passage, those of the passage with most of them. */
function quoteOf(found: readonly Word[], quote: string): QuotedWords | undefined {
  const parts = Map.groupBy(found, ({ passage }) => passage);
  const [most] = [...parts].toSorted(([, one], [, other]) => other.length - one.length);
  if (most === undefined) return undefined;
  const [passage, words] = most;
  if (words.length === found.length && passage.text.includes(quote)) return evidenceOfPassage(passage, quote);
  const start = words[0]?.start ?? 0;
  const end = words.at(-1)?.end ?? start;
  const closing = /[.!?…]["”’)]*$/u.test(quote)
    ? (/^[.!?…]["”’)]*/u.exec(passage.text.slice(end))?.[0] ?? '')
    : '';
  return evidenceOfPassage(passage, passage.text.slice(start, end) + closing);
}

/** A sentence of a passage. */
interface Span {
  readonly passage: LessonPassage;
  readonly text: string;
  /** What two sentences are compared by. */
  readonly key: string;
  readonly words: ReadonlySet<string>;
}

const listSpans = (passage: LessonPassage): Span[] =>
  splitSentences(passage.text).map(({ text }) => {
    const words = listWords(text);
    return { passage, text, key: words.join(' '), words: new Set(words) };
  });

/** Makes a function that finds the sentence which took the place of one of a former text, or null. */
function createSuccessorFinder(
  former: readonly LessonPassage[],
  passages: readonly LessonPassage[],
): (quoted: QuotedWords) => QuotedWords | null {
  const old = former.flatMap(listSpans);
  const now = passages.flatMap(listSpans);
  const places = new Map<string, number[]>();
  for (const [place, { key }] of now.entries()) places.set(key, [...(places.get(key) ?? []), place]);
  /** Where a sentence of the former text is now; the nearest, as most are where they were. */
  const placeOf = (at: number): number | undefined =>
    places.get(old[at]?.key ?? '')?.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0];

  return (quoted) => {
    const sought = new Set(listWords(quoted.quote));
    const at = mostAlike(old, (span) => (span.passage.id === quoted.passage_id ? shareOf(span, sought) : 0));
    const sentence = old[at];
    if (sentence === undefined) return null;
    let [before, after] = [at - 1, at + 1];
    while (before >= 0 && placeOf(before) === undefined) before -= 1;
    while (after < old.length && placeOf(after) === undefined) after += 1;
    const from = (placeOf(before) ?? -1) + 1;
    const between = now.slice(from, placeOf(after) ?? now.length);
    const found = between[mostAlike(between, (span) => likenessOf(span, sentence))];
    return found === undefined || likenessOf(found, sentence) < LEAST_LIKENESS
      ? null
      : evidenceOfPassage(found.passage, found.text);
  };
}

const countShared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;
const shareOf = ({ words }: Span, sought: ReadonlySet<string>): number =>
  countShared(sought, words) / sought.size;
const likenessOf = ({ words }: Span, { words: others }: Span): number =>
  (2 * countShared(words, others)) / (words.size + others.size);

/** The index of the span with the highest rating, or -1 where none has any. */
function mostAlike(spans: readonly Span[], rate: (span: Span) => number): number {
  let [best, highest] = [-1, 0];
  for (const [index, span] of spans.entries()) {
    const rating = rate(span);
    if (rating > highest) [best, highest] = [index, rating];
  }
  return best;
}
