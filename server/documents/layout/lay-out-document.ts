import type { DocumentBlock, DocumentPage, PageKind } from '../document-blocks.ts';
import { countWords } from '../hyphenation.ts';
import { orderLines } from '../page-lines.ts';
import type { OutlineEntry } from '../pdf-outline.ts';
import { mergeBuildSteps } from './build-steps.ts';
import { measureDeck } from './deck-style.ts';
import { isAgendaTitle, isReferencesTitle } from './page-titles.ts';
import { buildProseBlocks } from './prose-blocks.ts';
import type { ReadPage } from './read-page.ts';
import { type SlideText, readSlide } from './read-slide.ts';
import { fragmentPage, measureBodySize } from './slide-fragments.ts';
import { removeFurniture } from './slide-furniture.ts';
import { findTitlePaths, titleKey } from './slide-titles.ts';

/**
 * Builds the structure of a document out of its pages, in the order of a person's reading:
 *
 *     ReadPage (lines with places and type) ──┬─ slides: steps of a build merged → design removed → lines → title, points, code,
 *                                             │          tables → title paths
 *                                             └─ prose:  running heads removed → headings, paragraphs, notes, code, tables
 *
 * @param outline of the PDF, for the sections of a deck
 * @returns one entry a page, but one for all pages on which a slide is built up
 */
export function layOutDocument(
  pages: readonly ReadPage[],
  outline: readonly OutlineEntry[] = [],
): DocumentPage[] {
  const slides = layOutSlides(pages, outline);
  const proseIndexes = pages.flatMap(({ isSlide }, index) => (isSlide ? [] : [index]));
  const prose = buildProseBlocks(proseIndexes.map((index) => pages[index]?.lines ?? []));
  const laidOut = proseIndexes.map((index, place): DocumentPage => {
    const blocks = prose[place] ?? [];
    return { page: index + 1, kind: kindOfProsePage(blocks, pages[index]), blocks };
  });
  return [...slides, ...laidOut].sort((a, b) => (a.page ?? 0) - (b.page ?? 0));
}

function layOutSlides(pages: readonly ReadPage[], outline: readonly OutlineEntry[]): DocumentPage[] {
  const slides = pages.flatMap((page, index) => (page.isSlide ? [{ index, page: fragmentPage(page) }] : []));
  const bodySize = measureBodySize(slides.map(({ page }) => page));
  const built = mergeBuildSteps(slides, bodySize);
  const own = removeFurniture(
    built.map(({ page }) => page),
    bodySize,
  ).map((fragments) =>
    orderLines(
      fragments.flatMap(({ words }) => words),
      'slide',
    ),
  );
  const style = measureDeck(
    built.map(({ page }, index) => ({ lines: own[index] ?? [], height: page.height })),
    bodySize,
  );
  const counts = countWords(own.flatMap((lines) => lines.map((line) => line.text)));
  const texts = built.map(({ page }, index) => readSlide(own[index] ?? [], page, style, counts));
  const topics = new Set(outline.map(({ title }) => titleKey(title)));
  const kinds = texts.map((text, index) =>
    kindOfSlide(text, index === 0 && built[0]?.firstIndex === 0, topics),
  );
  const paths = findTitlePaths(
    built.map(({ firstIndex }, index) => ({
      page: firstIndex + 1,
      title: kinds[index] === 'title' ? undefined : texts[index]?.title,
      opensSection: texts[index]?.opensSection === true && kinds[index] !== 'title',
      isAgenda: kinds[index] === 'agenda' && texts[index]?.opensSection !== true,
      points: pointsOf(texts[index]?.blocks ?? []),
    })),
    outline,
  );
  return built.map(({ firstIndex, lastIndex }, index) => ({
    page: firstIndex + 1,
    ...(lastIndex > firstIndex ? { pageEnd: lastIndex + 1 } : {}),
    kind: kinds[index] ?? 'slide',
    titlePath: kinds[index] === 'title' ? [texts[index]?.title ?? ''].filter(Boolean) : (paths[index] ?? []),
    blocks: texts[index]?.blocks ?? [],
  }));
}

function kindOfSlide(
  { title = '', blocks, opensSection }: SlideText,
  isFirst: boolean,
  topics: ReadonlySet<string>,
): PageKind {
  if (isAgenda({ title, blocks }, topics)) return 'agenda';
  // A page that opens a section may name its topics as well.
  if (opensSection && blocks.length > 0 && !isFirst) return 'agenda';
  if (isReferencesTitle(title)) return 'references';
  const words = lengthInWords(blocks);
  const isFew = words <= 60 && blocks.every(({ kind }) => kind === 'list-item' || kind === 'paragraph');
  const namesAuthors = words <= 150 && affiliation.test(blocks.map(({ text }) => text).join(' '));
  if (isFirst && (opensSection || namesAuthors || (isFew && title !== ''))) return 'title';
  const share = (kind: DocumentBlock['kind']) =>
    lengthInWords(blocks.filter((block) => block.kind === kind)) / Math.max(1, words);
  if (share('code') > 0.7) return 'code';
  return share('table') > 0.7 ? 'table' : 'slide';
}

function isAgenda(
  { title, blocks }: { title: string; blocks: readonly DocumentBlock[] },
  topics: ReadonlySet<string>,
): boolean {
  const points = pointsOf(blocks);
  // The title of an agenda may be set like its points.
  if (isAgendaTitle(title === '' ? (points[0] ?? '') : title) && areShort(blocks)) return true;
  const named = points.filter((point) => topics.has(titleKey(point))).length;
  return points.length > 1 && named >= 0.7 * points.length;
}

const lengthInWords = (blocks: readonly DocumentBlock[]): number =>
  blocks.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0);

/** What the first page of a deck says of its authors and its date. */
const affiliation =
  /\b(?:university|universit\w+|institut\w*|department|faculty|school of|college|(?:19|20)\d\d)\b|@/iu;

/** The points of an agenda name topics; longer ones say something about them. */
const areShort = (blocks: readonly DocumentBlock[]): boolean => lengthInWords(blocks) <= 9 * blocks.length;

const pointsOf = (blocks: readonly DocumentBlock[]): string[] =>
  blocks.filter(({ depth = 0 }) => depth === 0).map(({ text }) => text.replace(/^•\s+/u, ''));

/** What a page of a document other than a deck is, by most of its text. */
function kindOfProsePage(blocks: readonly DocumentBlock[], page: ReadPage | undefined): PageKind {
  const first = blocks[0];
  if (first?.kind === 'heading') {
    if (isReferencesTitle(first.text)) return 'references';
    const listed = blocks.slice(1).every(({ kind }) => kind !== 'paragraph' && kind !== 'code');
    if (isAgendaTitle(first.text) && blocks.length > 1 && listed) return 'agenda';
  }
  let all = 0;
  const letters = new Map<DocumentBlock['kind'], number>();
  for (const { kind, text } of blocks) {
    all += text.length;
    letters.set(kind, (letters.get(kind) ?? 0) + text.length);
  }
  if ((letters.get('code') ?? 0) > 0.6 * all) return 'code';
  if ((letters.get('table') ?? 0) > 0.6 * all) return 'table';
  return page !== undefined && hasTwoColumns(page) ? 'two-columns' : 'prose';
}

/** Whether much of the text is in lines that end before others of the same height begin. */
function hasTwoColumns({ lines, width }: ReadPage): boolean {
  let [left, right, wide] = [0, 0, 0];
  for (const line of lines) {
    if (line.right < 0.54 * width) left += line.text.length;
    else if (line.left > 0.46 * width) right += line.text.length;
    else wide += line.text.length;
  }
  return Math.min(left, right) > Math.max(200, wide / 2);
}
