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

/** The size of most characters; text repeated on many slides counts once, and code, which is small, not at all where there is other text. */
export function measureBodySize(pages: readonly FragmentedPage[]): number {
  const isText = ({ words }: Fragment): boolean => words.some(({ monospaced }) => !monospaced);
  const hasText = pages.some(({ fragments }) => fragments.some(isText));
  const seen = new Set<string>();
  const sizes = new Map<number, number>();
  for (const { fragments } of pages) {
    for (const { text, size } of hasText ? fragments.filter(isText) : fragments) {
      if (seen.size === seen.add(`${size} ${text}`).size) continue;
      sizes.set(size, (sizes.get(size) ?? 0) + text.length);
    }
  }
  let best: [number, number] = [12, 0];
  for (const entry of sizes) if (entry[1] > best[1]) best = entry;
  return best[0];
}
