import { dashes, listMarker } from '../list-markers.ts';
import type { PageLine } from '../page-line.ts';
import type { BodyStyle } from './heading-lines.ts';

/** A number of a page by itself, also as "Page 3", "3 / 97", "- 3 -" or "iv". */
export const pageNumber =
  /^[[(–—\-|\s]*(?:(?:page|slide|folie|seite)\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|\/|\||von)\s*\d{1,4})?[\])–—\-|\s.]*$/i;

/** Says whose the page is rather than what it teaches. */
export const copyrightLine =
  /©|\(c\)\s*(?:\d{4}|\p{Lu})|\bcopyright\b|\ball rights reserved\b|\bcreative commons\b|\bCC[ -]BY\b|\blicensed under\b/iu;

/** How a footnote begins. Directly behind a number, only a capitalized word is its text: "3D printing", "2nd" and "3SAT" are words. */
export const noteMark =
  /^(?:\d{1,3}(?:\.\s*|\s+|(?=\p{Lu}\p{Ll}|[AI] |["'“‘]))|[¹²³⁰⁴-⁹]{1,3}\s*|[*†‡§¶]\s*)(?=[\p{L}"'“‘(])/u;

/** Of its end only: matching all of a long text repeatedly would take long. */
export const endsSentence = (text: string): boolean => /[.!?:;。！？]["'”’)\]]*$/u.test(text.slice(-20));

/** The text of a line without what changes from page to page: numbers, also Roman ones. */
export function shapeOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/(?<=^|\s)[ivxlc]+(?=\s|$)/g, '#');
}

/** A piece of text and its height on a page, in points. */
export interface PlacedText {
  readonly text: string;
  readonly top: number;
}

/** Counts on how many pages lines of one shape are at one height. */
export class RepeatedLines {
  readonly #counts = new Map<string, number>();
  readonly #cell: number;

  /** @param cell so far apart, in points, two lines may be to count as being at one height */
  constructor(cell: number) {
    this.#cell = cell;
  }

  /** Takes the lines of one page. */
  add(lines: readonly PlacedText[]): void {
    for (const key of new Set(lines.flatMap((line) => this.#keys(line))))
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** The number of pages that have such a line at about its height. */
  count(line: PlacedText): number {
    return Math.max(0, ...this.#keys(line).map((key) => this.#counts.get(key) ?? 0));
  }

  /** Neighbouring cells, so that two heights which differ by a hair but round apart still meet. */
  #keys(line: PlacedText): string[] {
    const shape = shapeOf(line.text);
    const height = Math.round(line.top / this.#cell);
    return /[\p{L}#]/u.test(shape) ? [`${shape}@${height}`, `${shape}@${height + 1}`] : [];
  }
}

/** A paragraph may have a hundred thousand lines. */
const mostCompared = 8;
/** This many lines may be narrower than the next because they are next to a picture. */
const fewestNarrow = 3;

/** Whether the next word had room on the last line, as in an algorithm or an address; a formula is set apart from its sentence. */
export function breaksEarly(lines: readonly PageLine[], next: PageLine, size: number): boolean {
  const last = lines.at(-1);
  if (last === undefined || /[-‐]$/u.test(last.text) || /^\p{Ll}/u.test(next.text)) return false;
  if (Math.abs(next.left - last.left) > 2.5 * size) return false;
  const compared = lines.slice(-mostCompared);
  const right = Math.max(
    ...(lines.length < fewestNarrow ? [next, ...compared] : compared).map((line) => line.right),
  );
  return hasRoomFor(next, last, right - 2.5 * size);
}

/** Whether the first word of a line had room at the end of the line before. */
export function hasRoomFor(line: PageLine, last: PageLine, right: number): boolean {
  const [word = ''] = line.text.split(' ', 1);
  return last.right + ((line.right - line.left) * word.length) / line.text.length < right;
}

/** Whether a line begins with a dash or number within a sentence, and not as the first of several items. */
export function continuesSentence(lines: readonly PageLine[], index: number, body: BodyStyle): boolean {
  const [previous, line, next] = [lines[index - 1], lines[index], lines[index + 1]];
  if (line === undefined || previous?.column !== line.column || /[.:;!?]$/u.test(previous.text)) return false;
  if (line.top - previous.bottom >= body.lineGap + 0.45 * body.size) return false;
  const mark = numberMark(line);
  if (mark === undefined)
    return (
      beginsWithDash.test(line.text) &&
      // A range of numbers may be broken in a list too: "519" and "– 524".
      Math.abs((/^.\s*\d/u.test(line.text) ? previous.textLeft : previous.left) - line.left) <
        0.5 * body.size &&
      (previous.left < line.left - 0.5 * body.size ||
        ![previous, next].some((other) => other !== undefined && listMarker.test(other.text)))
    );
  const isItem = (other: PageLine, sign: number): boolean => {
    const { number, end } = numberMark(other) ?? mark;
    // Items may skip numbers. Numbers are aligned on the left or on the right.
    return (
      sign * (number - mark.number) > 0 &&
      end === mark.end &&
      [other.left - line.left, other.textLeft - line.textLeft].some((by) => Math.abs(by) < 0.5 * body.size)
    );
  };
  const right = Math.max(...[previous, line, next].map((other) => other?.right ?? 0));
  return (
    previous.left > line.left - 0.5 * body.size &&
    previous.left < line.left + widestIndent * body.size &&
    !hasRoomFor(line, previous, right - 2.5 * body.size) &&
    !lines.slice(Math.max(0, index - mostBetween), index).some((other) => isItem(other, -1)) &&
    !lines.slice(index + 1, index + mostBetween).some((other) => isItem(other, 1))
  );
}

/** Of the first line of a paragraph, in letter sizes. */
const widestIndent = 2.5;
/** Two items of a list are at most this many lines apart. */
const mostBetween = 40;
const beginsWithDash = new RegExp(`^[${dashes}]`, 'u');

/** The number that a line begins with, and the character after it. */
function numberMark({ text }: PageLine): { number: number; end: string } | undefined {
  const [, digits, end] = /^\(?(\d{1,3})([.)])\s/u.exec(text) ?? [];
  return digits === undefined || end === undefined ? undefined : { number: Number(digits), end };
}
