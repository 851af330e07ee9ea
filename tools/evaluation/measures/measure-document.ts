import type { Passage } from '#server/documents/passage.ts';
import type { ExpectedSentence, PageRange, RealDocument } from '../documents/read-documents.ts';

/** A part of a whole, such as pages recognized of pages expected. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** How well one document was read. */
export interface ReadingFigures {
  readonly passages: number;
  /** Sentences that are complete and in order, of thirty; undefined where reading order was not noted. */
  readonly sentences: Share | undefined;
  /** Neighbouring pages of one built-up slide that one passage covers, of all such neighbours. */
  readonly builds: Share;
  /** Neighbouring pages of a deck that one passage covers although they are not steps of one slide. */
  readonly otherMerges: number;
  /** Running heads, footers and page numbers left in passages. */
  readonly runningHeads: number;
  /** Administrative pages of which nothing is taught, of those expected. */
  readonly administrativeRecall: Share;
  /** Administrative pages expected, of those recognized. */
  readonly administrativePrecision: Share;
  /** What was missed, to be read for documents of the dev half only. */
  readonly misses: readonly string[];
}

/** Compares the passages of a document with what a reader noted about it. */
export function measureReading(document: RealDocument, passages: readonly Passage[]): ReadingFigures {
  const sentences = document.sentences && measureSentences(document.sentences, passages);
  const builds = measureBuilds(document.builds, passages);
  const heads = findRunningHeads(document, passages);
  const administrative = measureAdministrative(document, passages);
  return {
    passages: passages.length,
    sentences: sentences?.share,
    builds: builds.share,
    otherMerges: document.kind === 'deck' ? countOtherMerges(document, passages) : 0,
    runningHeads: heads.length,
    administrativeRecall: administrative.recall,
    administrativePrecision: administrative.precision,
    misses: [
      ...(sentences?.misses ?? []),
      ...builds.misses,
      ...heads.map((head) => `running head: ${head}`),
      ...administrative.misses,
    ],
  };
}

/** Letters and digits alone: hyphens, ligatures, accents and white space come out differently in PDFs. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '');

/** Footnote marks and formulas may add or take so many letters, or this share of a long sentence. */
const letterTolerance = 8;
const letterToleranceShare = 0.06;

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * A sentence is right when it is complete, with nothing of another column or a footnote in between, and follows the
 * sentences before it. Where some come too early or too late, the longest sequence in order counts as right.
 */
function measureSentences(
  expected: readonly ExpectedSentence[],
  passages: readonly Passage[],
): { readonly share: Share; readonly misses: string[] } {
  const text = lettersOf(passages.map((passage) => passage.text).join('\n'));
  const places = expected.map((sentence) => locateSentence(text, sentence));
  const inOrder = longestIncreasing(places.map((place) => place?.start));
  const misses = expected.flatMap((sentence, index) =>
    inOrder.has(index)
      ? []
      : [`sentence ${places[index] === undefined ? 'incomplete' : 'out of order'}: ${sentence.begins} …`],
  );
  return { share: { part: inOrder.size, whole: expected.length }, misses };
}

function locateSentence(text: string, { begins, ends, letters }: ExpectedSentence): Place | undefined {
  const [first, last] = [lettersOf(begins), lettersOf(ends)];
  const tolerance = Math.max(letterTolerance, letterToleranceShare * letters);
  for (let start = text.indexOf(first); start !== -1; start = text.indexOf(first, start + 1)) {
    const earliest = start + Math.max(0, Math.ceil(letters - tolerance) - last.length);
    const at = text.indexOf(last, earliest);
    if (at === -1) continue;
    const end = at + last.length;
    if (end - start <= letters + tolerance) return { start, end };
  }
  return undefined;
}

/** The indexes of a longest sequence of increasing values; undefined values belong to none. */
function longestIncreasing(values: readonly (number | undefined)[]): ReadonlySet<number> {
  const best: { length: number; before: number | undefined }[] = [];
  let last: number | undefined;
  for (const [index, value] of values.entries()) {
    const own: { length: number; before: number | undefined } = { length: 1, before: undefined };
    best.push(own);
    if (value === undefined) continue;
    for (let earlier = 0; earlier < index; earlier++) {
      const other = values[earlier];
      const length = best[earlier]?.length ?? 0;
      if (other === undefined || other >= value || length < own.length) continue;
      own.length = length + 1;
      own.before = earlier;
    }
    if (last === undefined || own.length > (best[last]?.length ?? 0)) last = index;
  }
  const chosen = new Set<number>();
  for (let at = last; at !== undefined; at = best[at]?.before) chosen.add(at);
  return chosen;
}

/** Neighbours are merged when one passage covers both, and none ends on the earlier page. */
function areMerged(page: number, passages: readonly Passage[]): boolean {
  const ofPage = passages.filter((passage) => coversPage(passage, page));
  return ofPage.length > 0 && ofPage.every((passage) => (passage.pageEnd ?? page) > page);
}

const coversPage = ({ page, pageEnd }: Passage, wanted: number): boolean =>
  page !== null && page <= wanted && (pageEnd ?? page) >= wanted;

const neighbours = ({ first, last }: PageRange): number[] =>
  Array.from({ length: last - first }, (_, index) => first + index);

function measureBuilds(
  builds: readonly PageRange[],
  passages: readonly Passage[],
): { readonly share: Share; readonly misses: string[] } {
  const pages = builds.flatMap(neighbours);
  const apart = pages.filter((page) => !areMerged(page, passages));
  return {
    share: { part: pages.length - apart.length, whole: pages.length },
    misses: apart.map((page) => `build not merged: pages ${page} and ${page + 1}`),
  };
}

function countOtherMerges({ pages, builds, alikePages }: RealDocument, passages: readonly Passage[]): number {
  const allowed = new Set([...builds, ...alikePages].flatMap(neighbours));
  return neighbours({ first: 1, last: pages }).filter(
    (page) => !allowed.has(page) && areMerged(page, passages),
  ).length;
}

/** Running heads of a page that teaches; on a title page the same words are the title. */
function findRunningHeads(
  { runningHeads, administrativePages, openPages }: RealDocument,
  passages: readonly Passage[],
): string[] {
  return passages
    .filter(({ page }) => page === null || !(administrativePages.has(page) || openPages.has(page)))
    .flatMap(({ text, page }) =>
      [
        ...runningHeads.flatMap((pattern) => [...text.matchAll(pattern)].map(([head]) => head)),
        ...text.split('\n').filter((line) => page !== null && line.trim() === String(page)),
      ].map((head) => `${head} (page ${page ?? '–'})`),
    );
}

function measureAdministrative(
  { pages, administrativePages, openPages }: RealDocument,
  passages: readonly Passage[],
): { readonly recall: Share; readonly precision: Share; readonly misses: string[] } {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (page) => !openPages.has(page),
  );
  const taught = new Set<number>();
  const recognized = new Set<number>();
  for (const page of numbers) {
    const ofPage = passages.filter((passage) => coversPage(passage, page));
    if (ofPage.some((passage) => !passage.isAdministrative)) taught.add(page);
    else if (ofPage.length > 0) recognized.add(page);
  }
  const missed = [...administrativePages].filter((page) => taught.has(page));
  const wrong = [...recognized].filter((page) => !administrativePages.has(page));
  return {
    recall: { part: administrativePages.size - missed.length, whole: administrativePages.size },
    precision: { part: recognized.size - wrong.length, whole: recognized.size },
    misses: [
      ...missed.map((page) => `administrative page taught: ${page}`),
      ...wrong.map((page) => `page wrongly taken for administration: ${page}`),
    ],
  };
}
