import { buildSegments } from '../page-segment.ts';
import type { Box } from '../pdf-characters.ts';
import type { Drawing } from './find-drawings.ts';
import type { PageWord } from '../pdf-words.ts';
import { printableLine } from '../printable-text.ts';
import type { ReadPage } from './read-page.ts';

/** Words of a slide that stand together on one line. */
export interface Fragment {
  readonly text: string;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
  readonly words: readonly PageWord[];
}

/** A slide as fragments: what belongs to the design of the deck is found, and removed, fragment by fragment. */
export interface FragmentedPage {
  readonly width: number;
  readonly height: number;
  readonly rules: readonly Box[];
  readonly frames: readonly Box[];
  readonly drawings: readonly Drawing[];
  readonly fragments: readonly Fragment[];
}

export function fragmentPage({ width, height, rules, frames, drawings, words }: ReadPage): FragmentedPage {
  const fragments = buildSegments(words).map((segment) => ({
    text: printableLine(segment.words.map((word) => word.text).join(' ')),
    top: segment.top,
    bottom: segment.bottom,
    size: Math.round(segment.size * 10) / 10,
    words: segment.words,
  }));
  return { width, height, rules, frames, drawings, fragments };
}

/** Where other text is at least this part, code, which is set smaller, does not count. */
const leastText = 0.2;

/** The size of most characters; text repeated on many slides counts once. */
export function measureBodySize(pages: readonly FragmentedPage[]): number {
  const seen = new Set<string>();
  const distinct = pages
    .flatMap(({ fragments }) => fragments)
    .filter(({ text, size }) => seen.size < seen.add(`${size} ${text}`).size);
  const lettersOf = (some: readonly Fragment[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0);
  const text = distinct.filter(({ words }) => words.some(({ monospaced }) => !monospaced));
  const counted = lettersOf(text) >= leastText * lettersOf(distinct) ? text : distinct;
  const sizes = new Map<number, number>();
  for (const { text: own, size } of counted) sizes.set(size, (sizes.get(size) ?? 0) + own.length);
  let best: [number, number] = [12, 0];
  for (const entry of sizes) if (entry[1] > best[1]) best = entry;
  return best[0];
}
