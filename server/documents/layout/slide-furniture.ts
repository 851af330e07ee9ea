import { copyrightLine, pageNumber, RepeatedLines } from './line-shape.ts';
import type { Fragment, FragmentedPage } from './slide-fragments.ts';
import { marginShare } from './slide-margin.ts';

/** Type smaller than this part of the body's is small. */
const smallShare = 0.88;
/** Text this small in a margin belongs to the template, even if there are too few slides for it to repeat. */
const tinyShare = 0.6;
const heightCells = 60;

/** Whether a line is where slides have their headlines and footlines. */
export function isInMargin(fragment: Fragment, page: FragmentedPage): boolean {
  const middle = (fragment.top + fragment.bottom) / 2 / page.height;
  return middle < marginShare || middle > 1 - marginShare;
}

/**
 * Finds what belongs to the design of a deck and not to a slide: headlines and footlines, navigation bars, logos, page
 * numbers, copyright lines. Such lines repeat at one height, digits aside, and are small, in a margin, or on most slides.
 * Each step of a slide that is built up must be given as one slide, or its own text would count as repeated.
 * @param bodySize of most letters of the deck, in points
 * @returns for each slide the fragments that belong to it
 */
export function removeFurniture(slides: readonly FragmentedPage[], bodySize: number): Fragment[][] {
  const height = slides[0]?.height ?? 540;
  const repeated = new RepeatedLines(height / heightCells);
  for (const { fragments } of slides) repeated.add(fragments);
  const count = slides.length;
  const isRepeated = (fragment: Fragment, page: FragmentedPage): boolean => {
    const pages = repeated.count(fragment);
    if (pages < 3) return false;
    const share = pages / count;
    const small = fragment.size < smallShare * bodySize;
    if (isInMargin(fragment, page)) return small || (pages > 3 && share >= 0.4);
    return (pages > 5 && share >= 0.5) || (pages > 3 && small && share >= 0.25);
  };
  const isOwnMark = (fragment: Fragment, page: FragmentedPage): boolean =>
    isInMargin(fragment, page) &&
    // A number below code is its output.
    ((count > 1 && pageNumber.test(fragment.text) && !fragment.words.every(({ monospaced }) => monospaced)) ||
      (fragment.size < bodySize && copyrightLine.test(fragment.text)) ||
      (count < 3 && fragment.size < tinyShare * bodySize));
  const onlyTitles = new Map<string, number>();
  for (const page of slides)
    for (const fragment of page.fragments)
      if (isOnlyTitle(fragment, page, bodySize))
        onlyTitles.set(fragment.text, (onlyTitles.get(fragment.text) ?? 0) + 1);
  const isTitle = (fragment: Fragment) =>
    (onlyTitles.get(fragment.text) ?? 0) > 0.7 * repeated.count(fragment);
  const removed = slides.map(
    (page) =>
      new Set(
        page.fragments.filter(
          (fragment) => (isRepeated(fragment, page) && !isTitle(fragment)) || isOwnMark(fragment, page),
        ),
      ),
  );
  const rows = commonRows(slides, removed, height);
  return slides.map((page, index) =>
    page.fragments.filter(
      (fragment) =>
        removed[index]?.has(fragment) !== true &&
        // Where most slides have such a line, one with other words is the headline of a short section.
        !(
          fragment.size < smallShare * bodySize &&
          isInMargin(fragment, page) &&
          rows.has(rowOf(fragment, height))
        ),
    ),
  );
}

/** Whether a line is larger than the text of its slide, which has no other title: several slides have the same. */
function isOnlyTitle(fragment: Fragment, page: FragmentedPage, bodySize: number): boolean {
  if (fragment.top >= page.height / 2 || fragment.size < 1.12 * bodySize) return false;
  const others = page.fragments.filter((other) => other !== fragment);
  const largest = Math.max(...others.map(({ size }) => size));
  return fragment.size >= 1.12 * largest && others.filter(({ size }) => size > 0.95 * largest).length > 1;
}

const rowOf = (fragment: Fragment, height: number): string =>
  `${Math.round((fragment.top / height) * heightCells)}/${Math.round(fragment.size)}`;

function commonRows(
  slides: readonly FragmentedPage[],
  removed: readonly ReadonlySet<Fragment>[],
  height: number,
): Set<string> {
  const counts = new Map<string, number>();
  for (const [index, page] of slides.entries()) {
    const rows = [...(removed[index] ?? [])].filter((fragment) => isInMargin(fragment, page));
    for (const row of new Set(rows.map((fragment) => rowOf(fragment, height))))
      counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  const enough = Math.max(3, slides.length / 2);
  return new Set([...counts].filter(([, pages]) => pages >= enough).map(([row]) => row));
}
