import { listMarker } from '../list-markers.ts';
import type { PageLine } from '../page-line.ts';
import { titlePlace, uppermost, type DeckStyle } from './deck-style.ts';

export interface FoundTitle {
  readonly title: string | undefined;
  readonly titleLines: ReadonlySet<PageLine>;
  /** True where the title is all there is, and not where titles usually are. */
  readonly opensSection: boolean;
}

const longestTitle = 200;
const mostTitleLines = 3;
const mostSectionWords = 24;

/** Finds the title of a slide: its uppermost line where most slides have theirs, or one that is larger than the text. */
export function findSlideTitle(lines: readonly PageLine[], height: number, style: DeckStyle): FoundTitle {
  const first = uppermost(lines);
  if (first === undefined) return { title: undefined, titleLines: new Set(), opensSection: false };
  const isUsual = style.titlePlaces.has(titlePlace(first, height));
  if (!isUsual && isSection(lines, height, style)) {
    const titleLines = sectionTitle(lines);
    return { title: join(titleLines), titleLines: new Set(titleLines), opensSection: true };
  }
  if (listMarker.test(first.text) || !isTitle(first, lines, height, style, isUsual))
    return { title: undefined, titleLines: new Set(), opensSection: false };
  const titleLines = [first];
  const sorted = [...lines].sort((a, b) => a.top - b.top);
  for (const line of sorted.slice(sorted.indexOf(first) + 1)) {
    const last = titleLines.at(-1) ?? first;
    const follows =
      Math.abs(line.size - first.size) < 0.08 * first.size &&
      line.bold === first.bold &&
      line.monospaced === first.monospaced &&
      line.top - last.bottom < 0.5 * first.size &&
      !listMarker.test(line.text);
    // A title as large as the text would take the text in.
    if (!follows || first.size < 1.12 * style.bodySize || titleLines.length >= mostTitleLines) break;
    titleLines.push(line);
  }
  return { title: join(titleLines), titleLines: new Set(titleLines), opensSection: false };
}

const join = (lines: readonly PageLine[]): string =>
  lines
    .map((line) => line.text)
    .join(' ')
    .slice(0, longestTitle)
    .toWellFormed()
    .trim();

function isTitle(
  line: PageLine,
  lines: readonly PageLine[],
  height: number,
  { bodySize }: DeckStyle,
  isUsual: boolean,
): boolean {
  if (line.text.length > longestTitle || !/\p{L}/u.test(line.text)) return false;
  if (line.top > 0.35 * height) return false;
  if (line.size >= 1.12 * bodySize) return true;
  if (isUsual) return line.size >= 0.95 * bodySize;
  const boldLines = lines.filter((other) => other.bold).length;
  return line.bold && boldLines < 0.5 * lines.length && line.text.length < 80;
}

/** The first lines of the largest type; below them may be the topics of the section. */
function sectionTitle(lines: readonly PageLine[]): PageLine[] {
  const largest = Math.max(...lines.map(({ size }) => size));
  const from = lines.findIndex(({ size }) => size > 0.95 * largest);
  const title: PageLine[] = [];
  for (const line of lines.slice(from)) {
    const last = title.at(-1);
    const follows = last === undefined || line.top - last.bottom < 0.35 * last.size;
    if (!follows || line.size <= 0.95 * largest) break;
    title.push(line);
  }
  return title;
}

/** A few large words in the middle of a page. */
function isSection(lines: readonly PageLine[], height: number, { bodySize }: DeckStyle): boolean {
  if (lines.length > 5 || lines.some((line) => listMarker.test(line.text) || line.monospaced)) return false;
  const words = lines.reduce((sum, line) => sum + line.text.split(' ').length, 0);
  if (words > mostSectionWords || !lines.some((line) => line.size >= 1.05 * bodySize)) return false;
  const top = Math.min(...lines.map((line) => line.top));
  const bottom = Math.max(...lines.map((line) => line.bottom));
  const middle = (top + bottom) / 2 / height;
  return middle > 0.25 && middle < 0.7 && /\p{L}{3}/u.test(join(lines));
}
