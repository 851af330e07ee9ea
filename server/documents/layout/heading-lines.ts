import type { PageLine } from '../page-line.ts';
import { listMarker } from '../list-markers.ts';
import { formulaNote } from '../passage.ts';

/** How most of a document's text is set. Lengths are points. */
export interface BodyStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly monospaced: boolean;
  /** Left edge that most lines share. */
  readonly left: number;
  /** White between two lines of a paragraph; may be negative, as boxes of lines overlap in tight setting. */
  readonly lineGap: number;
  /** Sizes of the lines larger than the body, largest first. */
  readonly largerSizes: readonly number[];
}

const longestHeading = 160;
/** "3", "3.2", "A.1", "Chapter 4", "Appendix B", "IV." before a title. */
const numbering =
  /^(?:(?:chapter|part|unit|lesson|module|section|appendix)\s+(?:\d+|[a-z]|[ivxlc]+)\b|(?:\d{1,2}|[A-H])(?:\.\d{1,2}){0,4}\.?\s+(?=\p{Lu})|[IVX]{1,5}\.\s+(?=\p{Lu}))/iu;
const sectionNumber = /^(\d{1,2}|[A-H])((?:\.\d{1,2}){0,4})\.?\s/u;

/** Measures the style of running text, by letters. */
export function measureBody(lines: readonly PageLine[]): BodyStyle {
  const sizes = new Map<number, number>();
  const lefts = new Map<number, number>();
  const gaps = new Map<number, number>();
  let [letters, bold, monospaced] = [0, 0, 0];
  for (const line of lines) {
    const { length } = line.text;
    add(sizes, line.size, length);
    letters += length;
    if (line.bold) bold += length;
    if (line.monospaced) monospaced += length;
  }
  const size = mostCommon(sizes) ?? 10;
  for (const [index, line] of lines.entries()) {
    if (Math.abs(line.size - size) > 0.6) continue;
    add(lefts, Math.round(line.left), line.text.length);
    const next = lines[index + 1];
    const gap = next && next.column === line.column ? next.top - line.bottom : undefined;
    if (gap !== undefined && gap > -size && gap < 1.5 * size) add(gaps, Math.round(gap * 2) / 2, 1);
  }
  const larger = [...sizes.keys()].filter((candidate) => candidate >= size * 1.12).sort((a, b) => b - a);
  return {
    size,
    bold: bold > 0.6 * letters,
    monospaced: monospaced > 0.9 * letters,
    left: mostCommon(lefts) ?? 0,
    lineGap: mostCommon(gaps) ?? 0,
    largerSizes: mergeNear(larger),
  };
}

function add(counts: Map<number, number>, key: number, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight);
}

function mostCommon(counts: ReadonlyMap<number, number>): number | undefined {
  let best: [number, number] | undefined;
  for (const entry of counts) if (!best || entry[1] > best[1]) best = entry;
  return best?.[0];
}

function mergeNear(sizes: readonly number[]): number[] {
  return sizes.filter((size, index) => index === 0 || (sizes[index - 1] ?? 0) - size > 0.6);
}

/** Whether a line is a heading, by its size, weight and numbering and by the lines around it. */
export function isHeadingLine(
  line: PageLine,
  previous: PageLine | undefined,
  next: PageLine | undefined,
  body: BodyStyle,
): boolean {
  const { text } = line;
  if (!canBeHeading(line)) return false;
  if (line.size >= body.size * 1.12) return !(/[.]$/u.test(text) && text.length > 80);
  if (line.size < body.size * 0.95) return false;
  const numbered = numbering.test(text);
  if (/[.:]$/u.test(text) && !numbered) return false;
  if (line.bold && !body.bold)
    return !opensBoldParagraph(line, next, body) && (numbered || !listMarker.test(text));
  // Plain headings: numbered with white above, or capitals that stand alone.
  const alone = !touchesAbove(previous, line, body) && text.length < 80;
  if (!alone || /[.]$/u.test(text)) return false;
  if (isInCapitals(line)) return true;
  if (isLetteredSection(previous, line, next)) return true;
  const isNamedSection = /^(?:\d{1,2}\.\d|chapter\s|appendix\s)/iu.test(text);
  return isNamedSection && numbered && !touches(line, next, body);
}

/** "B. Materials" with running text below it, unlike the items of a list. */
const isLetteredSection = (
  previous: PageLine | undefined,
  line: PageLine,
  next: PageLine | undefined,
): boolean =>
  /^[A-H]\.\s\p{Lu}/u.test(line.text) &&
  next?.column === line.column &&
  next.right > line.right + 2 * line.size &&
  ![previous, next].some((other) => other !== undefined && listMarker.test(other.text));

const opensBoldParagraph = (line: PageLine, next: PageLine | undefined, body: BodyStyle): boolean =>
  next?.column === line.column && !next.bold && touches(line, next, body) && fillsLine(line, next);

function canBeHeading({ text, monospaced }: PageLine, longest = longestHeading): boolean {
  const letters = text.replaceAll(formulaNote, '').match(/\p{L}/gu)?.length ?? 0;
  if (text.length > longest || letters < 2) return false;
  return !/[,;]$/u.test(text) && !monospaced && !/^\p{Ll}/u.test(text);
}

const isInCapitals = ({ text, cells }: PageLine): boolean =>
  text === text.toUpperCase() && /\p{Lu}{3}/u.test(text) && text.length < 70 && cells.length < 2;

function touches(line: PageLine, next: PageLine | undefined, body: BodyStyle): boolean {
  return next?.column === line.column && next.top - line.bottom < body.lineGap + 0.35 * body.size;
}

function touchesAbove(previous: PageLine | undefined, line: PageLine, body: BodyStyle): boolean {
  return previous !== undefined && touches(previous, line, body);
}

/** A bold line as wide as the one after it is the start of a paragraph set bold, not a heading. */
function fillsLine(line: PageLine, next: PageLine): boolean {
  return (
    line.right > next.right - 0.1 * (next.right - next.left) &&
    line.right - line.left > 0.8 * (next.right - next.left)
  );
}

const mostHeadingLines = 4;

/**
 * Finds lines in one larger type, or in capitals, of which some could be a heading by themselves and others could not: they end
 * with a comma, or begin in the middle of a sentence. All of them are a heading, or a sentence or paragraph set large.
 */
export function findLongHeadings(
  lines: readonly PageLine[],
  roles: readonly string[],
  body: BodyStyle,
): { from: number; to: number; isHeading: boolean }[] {
  const found: { from: number; to: number; isHeading: boolean }[] = [];
  const isOpen = (index: number): boolean => roles[index] === 'heading' || roles[index] === 'text';
  let largest = 0;
  for (let from = 0, to = 1; from < lines.length; from = to++) {
    while (isOpen(to - 1) && isOpen(to) && continuesHeading(lines[to - 1], lines[to], body)) to++;
    const group = lines.slice(from, to);
    const own = new Set(roles.slice(from, to));
    // Names of authors may be broken at a comma as well, but are smaller than the title above them.
    const isTitle = (group[0]?.size ?? 0) > largest - 0.6;
    for (const { text, size } of group) if (/\p{L}{3}/u.test(text)) largest = Math.max(largest, size);
    if (!own.has('heading') || !own.has('text')) continue;
    const begins = isTitle || roles[from] === 'heading';
    found.push({ from, to, isHeading: begins && isLongHeading(group, isTitle ? 2 : 1) });
  }
  return found;
}

/** @param share how many times as long as other headings it may be */
function isLongHeading(lines: readonly PageLine[], share: number): boolean {
  const [first] = lines;
  if (first === undefined || lines.length > share * mostHeadingLines) return false;
  const text = lines.map((line) => line.text).join(' ');
  return canBeHeading({ ...first, text }, share * longestHeading) && !/\.["'”’)\]]*$/u.test(text.slice(-20));
}

const continuesHeading = (
  heading: PageLine | undefined,
  line: PageLine | undefined,
  body: BodyStyle,
): boolean =>
  heading !== undefined &&
  line !== undefined &&
  touchesAbove(heading, line, { ...body, size: heading.size }) &&
  Math.abs(heading.size - line.size) < 0.5 &&
  heading.bold === line.bold &&
  !line.monospaced &&
  (line.size >= body.size * 1.12 || [heading, line].every(isInCapitals));

/** Level of a heading from 1: by the depth of its number ("2.3.1" is 3), else by the rank of its size. */
export function headingLevel(text: string, line: PageLine, body: BodyStyle): number {
  if (/^(?:chapter|appendix|part)\s/iu.test(text)) return 1;
  const number = sectionNumber.exec(text);
  if (number) return Math.min(6, 1 + (number[2]?.match(/\./gu)?.length ?? 0));
  const rank = body.largerSizes.findIndex((size) => line.size >= size - 0.6);
  return Math.min(6, rank < 0 ? body.largerSizes.length + 1 : rank + 1);
}
