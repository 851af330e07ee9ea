import { pageNumber, RepeatedLines } from './line-shape.ts';
import type { Fragment, FragmentedPage } from './slide-fragments.ts';
import { isInMargin } from './slide-furniture.ts';

/** A slide, with the pages on which it is built up. */
export interface BuiltSlide {
  /** From 0, among the pages of the document. */
  readonly firstIndex: number;
  readonly lastIndex: number;
  /** The last page, which shows all of the slide. */
  readonly page: FragmentedPage;
}

/** A line of fewer characters may begin another line by chance. */
const shortestGrownLine = 8;
/** As a part of the page's height. */
const farthestMove = 0.15;
/** In fewer pages than this, a line on most of them may well be one of a slide that is built up. */
const fewestPagesOfDeck = 10;

/**
 * Merges consecutive pages that build up one slide step by step: every line of a page is on the next one too, though it
 * may be longer there. Headlines, footlines and page numbers do not count.
 * @param pages the slides of a document, with their places among its pages, ascending
 * @param bodySize of most letters of the deck, in points
 */
export function mergeBuildSteps(
  pages: readonly { readonly index: number; readonly page: FragmentedPage }[],
  bodySize: number,
): BuiltSlide[] {
  const repeated = new RepeatedLines((pages[0]?.page.height ?? 540) / 60);
  for (const { page } of pages) repeated.add(page.fragments);
  const isOwn = (fragment: Fragment, page: FragmentedPage) =>
    !(isInMargin(fragment, page) && (fragment.size < 0.88 * bodySize || pageNumber.test(fragment.text))) &&
    !(pages.length >= fewestPagesOfDeck && repeated.count(fragment) > 0.6 * pages.length);
  const slides: BuiltSlide[] = [];
  let before: readonly Fragment[] = [];
  for (const { index, page } of pages) {
    const own = page.fragments.filter((fragment) => isOwn(fragment, page));
    const last = slides.at(-1);
    // The page of a section shows its title elsewhere than the slides of the section do.
    const isMoved = Math.abs((before[0]?.top ?? 0) - (own[0]?.top ?? 0)) > farthestMove * page.height;
    if (last?.lastIndex === index - 1 && before.length > 0 && !isMoved && holdsAll(own, before)) {
      slides[slides.length - 1] = { firstIndex: last.firstIndex, lastIndex: index, page };
    } else {
      slides.push({ firstIndex: index, lastIndex: index, page });
    }
    before = own;
  }
  return slides;
}

/** Whether each of the lines before is on the page, as often as before, and the first one is the same. */
function holdsAll(fragments: readonly Fragment[], before: readonly Fragment[]): boolean {
  const texts = fragments.map(({ text }) => text);
  const lines = before.map(({ text }) => text);
  if (lines.length > texts.length || texts[0] !== lines[0]) return false;
  const left = new Map<string, number>();
  for (const text of texts) left.set(text, (left.get(text) ?? 0) + 1);
  const missing: string[] = [];
  for (const line of lines) {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    else missing.push(line);
  }
  if (missing.length === 0) return true;
  const unused = [...left].filter(([, count]) => count > 0).map(([text]) => text);
  return (
    missing.length <= 2 &&
    missing.every((line) => line.length >= shortestGrownLine && unused.some((text) => text.startsWith(line)))
  );
}
