import type { DocumentBlock } from '../document-blocks.ts';
import { hasBullet, listMarker, normalizeListMarker } from '../list-markers.ts';
import type { WordCounts } from '../hyphenation.ts';
import type { PageLine } from '../page-line.ts';
import { isReadable, isStatement, looksLikeCode, writeCode } from './code-text.ts';
import type { DeckStyle } from './deck-style.ts';
import { groupPoints } from './slide-points.ts';
import { findSlideTitle } from './slide-title.ts';
import { areRowsOfTable, writeTable } from './table-text.ts';

/** A slide as it was read, without what belongs to the deck's design. */
export interface SlideText {
  readonly title: string | undefined;
  /** True where the title is all there is, set in the middle: a section begins. */
  readonly opensSection: boolean;
  readonly blocks: readonly DocumentBlock[];
}

type LineKind = 'code' | 'table' | 'text';

/** Reads the lines of a slide: its title, and its points with their depths, code and tables in reading order. */
export function readSlide(
  lines: readonly PageLine[],
  { width, height }: { readonly width: number; readonly height: number },
  style: DeckStyle,
  counts: WordCounts,
): SlideText {
  const readable = lines.filter((line) => isReadable(line.text));
  const { title, titleLines, opensSection } = findSlideTitle(readable, height, style);
  const text = readable.filter((line) => !titleLines.has(line));
  const labels = findFigureLabels(text, style);
  const rest = text.filter((line) => !labels.has(line));
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
  if (labels.size > 0) blocks.push({ kind: 'index', text: [...labels].map((line) => line.text).join('\n') });
  return { title, opensSection, blocks };
}

/** Six small texts of a word or three are the labels of a picture, which say nothing without it. */
const fewestLabels = 6;
const mostWordsOfLabel = 3;

function findFigureLabels(lines: readonly PageLine[], { bodySize }: DeckStyle): ReadonlySet<PageLine> {
  const labels = lines.filter(
    (line) =>
      line.size < 0.65 * bodySize &&
      !line.monospaced &&
      !listMarker.test(line.text) &&
      line.cells.every(({ text }) => text.split(' ').length <= mostWordsOfLabel),
  );
  return new Set(labels.length >= fewestLabels ? labels : []);
}

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
    // Bullets that are drawn are no text; what stands in a list of points is one all the same.
    const bulleted = isBulleted || listMarker.test(text) ? normalizeListMarker(text) : `• ${text}`;
    return { kind: 'list-item', text: bulleted, depth };
  });
}
