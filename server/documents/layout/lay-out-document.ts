import type { DocumentBlock, DocumentPage, PageKind } from '../document-blocks.ts';
import { countWords } from '../hyphenation.ts';
import { orderSlideLines } from '../page-lines.ts';
import type { OutlineEntry } from '../pdf-outline.ts';
import { mergeBuildSteps } from './build-steps.ts';
import { measureDeck } from './deck-style.ts';
import { isAgendaTitle, isReferencesTitle } from './page-titles.ts';
import { buildProseBlocks } from './prose-blocks.ts';
import type { ReadPage } from './read-page.ts';
import { type SlideText, readSlide } from './read-slide.ts';
import { type Fragment, fragmentPage, measureBodySize } from './slide-fragments.ts';
import { removeFurniture } from './slide-furniture.ts';
import { findDrawingLabels } from './slide-labels.ts';
import { findTitlePaths, titleKey } from './slide-titles.ts';

/**
 * Builds the structure of a document out of its pages, in the order of a person's reading:
 *
 *     ReadPage (lines with places and type) ──┬─ slides: steps of a build merged → design removed → lines → title, points, code,
 *                                             │          tables → title paths
 *                                             └─ prose:  running heads removed → headings, paragraphs, notes, code, tables
 *
 * The notes of a slide follow it, wherever their page is; the copy of the slide above them is left out.
 * @param pages or regions of pages
 * @param outline of the PDF, for the sections of a deck
 * @returns an entry for each region; one for all pages on which a slide is built up
 */
export function layOutDocument(
  pages: readonly ReadPage[],
  outline: readonly OutlineEntry[] = [],
): DocumentPage[] {
  const slides = layOutSlides(pages, outline);
  const proseIndexes = pages.flatMap(({ isSlide }, index) => (isSlide ? [] : [index]));
  const prose = buildProseBlocks(pages.filter(({ isSlide }) => !isSlide));
  const laidOut = proseIndexes.map((index, place): Placed => {
    const blocks = prose[place] ?? [];
    const page = pages[index];
    const slide = page?.isNotes === true ? slides.find(({ indexes }) => indexes.has(index - 1)) : undefined;
    if (slide === undefined)
      return {
        order: index,
        entry: { page: page?.page ?? 1, kind: kindOfProsePage(blocks, page), blocks },
      };
    const { titlePath = [] } = slide.entry;
    const notes = blocks.map((block) => (block.kind === 'heading' ? asParagraph(block) : block));
    return {
      order: slide.order,
      entry: { page: page?.page ?? 1, kind: 'notes', titlePath, blocks: notes },
    };
  });
  return [...slides, ...laidOut].sort((a, b) => a.order - b.order).map(({ entry }) => entry);
}

/** An entry with its place in reading order. */
interface Placed {
  readonly order: number;
  readonly entry: DocumentPage;
}

const asParagraph = ({ text }: DocumentBlock): DocumentBlock => ({ kind: 'paragraph', text });

/** @returns the slides, each with the indexes of the pages that show it */
function layOutSlides(
  pages: readonly ReadPage[],
  outline: readonly OutlineEntry[],
): (Placed & { readonly indexes: ReadonlySet<number> })[] {
  const { slides, copies } = withoutCopies(pages);
  const bodySize = measureBodySize(slides.map(({ page }) => page));
  const built = mergeBuildSteps(slides, bodySize);
  const pictured = built.map(({ page }) => page);
  const kept = removeFurniture(pictured, bodySize);
  const labels = pictured.map((page, index) =>
    findDrawingLabels({ ...page, fragments: kept[index] ?? [] }, bodySize),
  );
  const wordsOf = (fragments: readonly Fragment[]) => fragments.flatMap(({ words }) => words);
  const own = kept.map((fragments, index) =>
    orderSlideLines(
      wordsOf(fragments.filter((fragment) => labels[index]?.has(fragment) !== true)),
      built[index]?.page.rules,
      built[index]?.page.frames,
    ),
  );
  const style = measureDeck(
    built.map(({ page }, index) => ({ lines: own[index] ?? [], height: page.height })),
    bodySize,
  );
  const counts = countWords(own.flatMap((lines) => lines.map((line) => line.text)));
  const texts = built.map(({ page }, index) =>
    readSlide(own[index] ?? [], orderSlideLines(wordsOf([...(labels[index] ?? [])])), page, style, counts),
  );
  const topics = new Set(outline.map(({ title }) => titleKey(title)));
  const kinds = texts.map((text, index) =>
    kindOfSlide(text, index === 0 && built[0]?.firstIndex === 0, topics),
  );
  const pageOf = (index: number) => pages[index]?.page ?? index + 1;
  const paths = findTitlePaths(
    built.map(({ firstIndex }, index) => ({
      page: pageOf(firstIndex),
      title: kinds[index] === 'title' ? undefined : texts[index]?.title,
      opensSection: texts[index]?.opensSection === true && kinds[index] !== 'title',
      isAgenda: kinds[index] === 'agenda' && texts[index]?.opensSection !== true,
      points: pointsOf(texts[index]?.blocks ?? []),
    })),
    outline,
  );
  return built.map(({ firstIndex, lastIndex }, index) => ({
    order: firstIndex,
    indexes: new Set(
      [...Array.from({ length: lastIndex - firstIndex + 1 }, (_, step) => firstIndex + step)].flatMap(
        (shown) => [shown, ...(copies.get(shown) ?? [])],
      ),
    ),
    entry: {
      page: pageOf(firstIndex),
      ...(pageOf(lastIndex) > pageOf(firstIndex) ? { pageEnd: pageOf(lastIndex) } : {}),
      kind: kinds[index] ?? 'slide',
      titlePath:
        kinds[index] === 'title' ? [texts[index]?.title ?? ''].filter(Boolean) : (paths[index] ?? []),
      blocks: texts[index]?.blocks ?? [],
    },
  }));
}

/** The slides of a document without copies above notes, and which slide each copy shows. */
function withoutCopies(pages: readonly ReadPage[]) {
  const slides = pages.flatMap((page, index) => (page.isSlide ? [{ index, page: fragmentPage(page) }] : []));
  const textOf = (index: number) => pages[index]?.words.map(({ text }) => text).join(' ');
  const isPicture = (index: number) => pages[index + 1]?.isNotes === true;
  const shown = new Map(
    slides.filter(({ index }) => !isPicture(index)).map(({ index }) => [textOf(index), index]),
  );
  const copies = new Map<number, number[]>();
  const distinct = slides.filter(({ index }) => {
    const original = isPicture(index) ? shown.get(textOf(index)) : undefined;
    if (original === undefined) return true;
    copies.set(original, [...(copies.get(original) ?? []), index]);
    return false;
  });
  return { slides: distinct, copies };
}

function kindOfSlide(
  { title = '', blocks, opensSection, hasBullets }: SlideText,
  isFirst: boolean,
  topics: ReadonlySet<string>,
): PageKind {
  if (isAgenda({ title, blocks }, topics)) return 'agenda';
  // A page that opens a section may name its topics as well.
  if (opensSection && blocks.length > 0 && !isFirst) return 'agenda';
  if (isReferencesTitle(title)) return 'references';
  const words = lengthInWords(blocks);
  const isFew =
    words <= 60 && !hasBullets && blocks.every(({ kind }) => kind === 'list-item' || kind === 'paragraph');
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
