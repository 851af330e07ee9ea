import type { PageLine } from '../page-line.ts';

/** How the slides of a deck are set. Lengths are points. */
export interface DeckStyle {
  readonly bodySize: number;
  /** Its titles are monospaced, so that a typewriter face says nothing about a line. */
  readonly monospaced: boolean;
  /** The places at which many slides have their uppermost line: titles. See {@link titlePlace}. */
  readonly titlePlaces: ReadonlySet<string>;
}

/** Size and height of a line, roughly. */
export const titlePlace = (line: PageLine, height: number): string =>
  `${Math.round(line.size)}@${Math.round((line.bottom / height) * 25)}`;

/** Measures the style of a deck from its slides, which no longer contain headlines and footlines. */
export function measureDeck(
  slides: readonly { readonly lines: readonly PageLine[]; readonly height: number }[],
  bodySize: number,
): DeckStyle {
  const places = new Map<string, number>();
  let monospaced = 0;
  for (const { lines, height } of slides) {
    const first = uppermost(lines);
    if (first !== undefined) {
      const place = titlePlace(first, height);
      places.set(place, (places.get(place) ?? 0) + 1);
      if (first.monospaced) monospaced++;
    }
  }
  const enough = Math.max(3, 0.2 * slides.length);
  return {
    bodySize,
    monospaced: monospaced > 0.5 * slides.length,
    titlePlaces: new Set([...places].filter(([, count]) => count >= enough).map(([place]) => place)),
  };
}

/** The line nearest to the top of the page; of several lines next to each other, the largest. */
export function uppermost(lines: readonly PageLine[]): PageLine | undefined {
  let first: PageLine | undefined;
  for (const line of lines) if (first === undefined || line.top < first.top - 1) first = line;
  const bottom = first?.bottom ?? 0;
  for (const line of lines)
    if (first !== undefined && line.top < bottom && line.size > 1.15 * first.size) first = line;
  return first;
}
