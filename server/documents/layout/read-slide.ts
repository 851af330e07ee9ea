import type { DocumentBlock } from '../document-blocks.ts';
import { formulaNote } from '../passage.ts';
import { joinAllLines, type WordCounts } from '../hyphenation.ts';
import { hasBullet, listMarker, normalizeListMarker } from '../list-markers.ts';
import type { PageLine } from '../page-line.ts';
import { isReadable, isStatement, looksLikeCode, writeCode } from './code-text.ts';
import { type DeckStyle, titlePlace, uppermost } from './deck-style.ts';
import type { ReadPage } from './read-page.ts';
import { findSlideLabels, withoutSymbols } from './slide-labels.ts';
import { groupPoints } from './slide-points.ts';
import { areRowsOfTable, writeTable } from './table-text.ts';

/** A slide as it was read, without what belongs to the deck's design. */
export interface SlideText {
  readonly title: string | undefined;
  /** True where the title is all there is, set in the middle: a section begins. */
  readonly opensSection: boolean;
  readonly hasBullets: boolean;
  readonly blocks: readonly DocumentBlock[];
}

type LineKind = 'code' | 'table' | 'text';

/**
 * Reads the lines of a slide: its title, and its points with their depths, code and tables in reading order.
 * @param drawn the labels of its drawings
 */
export function readSlide(
  lines: readonly PageLine[],
  drawn: readonly PageLine[],
  { width, height, drawings }: Pick<ReadPage, 'width' | 'height' | 'drawings'>,
  style: DeckStyle,
  counts: WordCounts,
): SlideText {
  const readable = lines.filter((line) => isReadable(line.text));
  const { title, titleLines, opensSection } = findSlideTitle(readable, height, style, counts);
  const text = readable.filter((line) => !titleLines.has(line));
  const labels = findSlideLabels(text, drawings, style);
  const notes = text.filter((line) => !labels.has(line) && isFootnote(line, text, height, style));
  const rest = text
    .filter((line) => !labels.has(line) && !notes.includes(line))
    .map((line) => withoutSymbols(line, drawings));
  const kinds = rest.map((line, index) => kindOfLine(rest, index, line, style));
  const blocks: DocumentBlock[] = [];
  for (let from = 0; from < rest.length;) {
    const kind = kinds[from];
    let to = from + 1;
    while (to < rest.length && kinds[to] === kind) to++;
    const run = rest.slice(from, to);
    if (kind === 'code') blocks.push({ kind, text: writeCode(run) });
    else if (kind === 'table') blocks.push({ kind, text: writeTable(run) });
    else blocks.push(...readPoints(run, width, counts));
    from = to;
  }
  for (const note of groupPoints(notes, width, counts))
    blocks.push({ kind: sourceNote.test(note.text) ? 'index' : 'paragraph', text: note.text });
  const named = [...drawn, ...labels].map(({ text: label }) => label).filter(isReadable);
  if (named.length > 0) blocks.push({ kind: 'index', text: named.join('\n') });
  return { title, opensSection, hasBullets: rest.some(({ text: line }) => hasBullet(line)), blocks };
}

/** Says where a figure or a text comes from. */
const sourceNote =
  /^(?:\P{L}{0,3}|(?:image|photo|figure|picture|data|slide)s? )(?:sources?|credits?|from|adapted from|courtesy of|quelle|source des données|fuente)\b\s*:?/iu;

/** Small print below everything else. */
const isFootnote = (
  line: PageLine,
  lines: readonly PageLine[],
  height: number,
  { bodySize }: DeckStyle,
): boolean =>
  line.size < 0.85 * bodySize &&
  line.top > 0.7 * height &&
  !hasBullet(line.text) &&
  lines.every(
    (other) =>
      (other.size > 1.1 * line.size && other.bottom < line.top + 0.3 * line.size) ||
      (other.size < 0.85 * bodySize && other.top > 0.7 * height),
  );

function kindOfLine(lines: readonly PageLine[], index: number, line: PageLine, style: DeckStyle): LineKind {
  const beside = [lines[index - 1], lines[index + 1]].filter(
    (other): other is PageLine => other !== undefined && other.column === line.column,
  );
  const isCode = (other: PageLine) =>
    !hasBullet(other.text) && ((other.monospaced && !style.monospaced) || looksLikeCode(other.text));
  // One line of code within points is read with them; in a typewriter face it may also be a name.
  if (isCode(line) && (beside.some(isCode) || (line.monospaced && isStatement(line.text)))) return 'code';
  return beside.some((other) => areRowsOfTable(line, other)) ? 'table' : 'text';
}

function readPoints(lines: readonly PageLine[], width: number, counts: WordCounts): DocumentBlock[] {
  const points = groupPoints(lines, width, counts);
  const list = points.length > 1;
  return points.map(({ text, isBulleted, depth }) => {
    if (!isBulleted && !list && depth === 0) return { kind: 'paragraph', text, depth };
    // Drawn bullets are not text; a line in a list of points is a point all the same.
    const bulleted = isBulleted || listMarker.test(text) ? normalizeListMarker(text) : `• ${text}`;
    return { kind: 'list-item', text: bulleted, depth };
  });
}

interface FoundTitle {
  readonly title: string | undefined;
  readonly titleLines: ReadonlySet<PageLine>;
  /** True where the title is all there is, and not where titles usually are. */
  readonly opensSection: boolean;
}

const longestTitle = 200;
const mostTitleLines = 4;
const mostSectionWords = 24;

/** Finds the title of a slide: its uppermost line where most slides have theirs, or one that is larger than the text. */
function findSlideTitle(
  lines: readonly PageLine[],
  height: number,
  style: DeckStyle,
  counts: WordCounts,
): FoundTitle {
  const first = uppermost(lines);
  if (first === undefined || first.isTableRow)
    return { title: undefined, titleLines: new Set(), opensSection: false };
  const isUsual = style.titlePlaces.has(titlePlace(first, height));
  if (!isUsual && isSection(lines, height, style)) {
    const titleLines = sectionTitle(lines);
    return { title: join(titleLines, counts), titleLines: new Set(titleLines), opensSection: true };
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
    // A title as large as the text would take the text in, unless the next line begins with a small letter.
    const isLarge = first.size >= 1.12 * style.bodySize || (first.bold && /^\p{Ll}/u.test(line.text));
    if (!follows || !isLarge || titleLines.length >= mostTitleLines) break;
    titleLines.push(line);
  }
  return { title: join(titleLines, counts), titleLines: new Set(titleLines), opensSection: false };
}

const join = (lines: readonly PageLine[], counts: WordCounts): string =>
  joinAllLines(
    lines.map((line) => line.text),
    counts,
  )
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
  if (
    line.text.length > longestTitle ||
    line.text === formulaNote ||
    !(isUsual ? /\p{L}/u : word).test(line.text)
  )
    return false;
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

/** Unlike "h(GTG)", the label of a drawing. */
const word = /\p{Ll}{3}|\p{Lu}{4}|\p{Lo}{2}/u;

/** A few large words in the middle of a page. */
function isSection(lines: readonly PageLine[], height: number, { bodySize }: DeckStyle): boolean {
  if (lines.length > 5 || lines.some((line) => listMarker.test(line.text) || line.monospaced)) return false;
  const words = lines.reduce((sum, line) => sum + line.text.split(' ').length, 0);
  if (words > mostSectionWords || !lines.some((line) => line.size >= 1.05 * bodySize)) return false;
  const top = Math.min(...lines.map((line) => line.top));
  const bottom = Math.max(...lines.map((line) => line.bottom));
  const middle = (top + bottom) / 2 / height;
  return (
    middle > 0.25 &&
    middle < 0.7 &&
    sectionTitle(lines).some(({ text }) => text !== formulaNote && word.test(text))
  );
}
