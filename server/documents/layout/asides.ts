import type { PageLine } from '../page-line.ts';
import type { BodyStyle } from './heading-lines.ts';
import { noteMark } from './line-shape.ts';
import { isReferencesTitle } from './page-titles.ts';

/** How the caption of a figure or table begins. */
export const caption =
  /^(?:Fig(?:ure|\.)?|FIG(?:URE|\.)?|T(?:able|ABLE|ab\.)|Algorithm|ALGORITHM|Listing|LISTING|Scheme|SCHEME|Plate|PLATE|Box|BOX)\s*(?:\d+|[IVX]+)(?:[.-]\d+)*\s*(?:[.:|–—]|\s(?=\p{Lu})|$)/u;

/** The caption of a part of a figure, which is above the caption of the figure. */
const subCaption = /^\([a-z]\)\s/u;

const longestCaption = 12;
/** Notes take at most this share of a column. */
const mostNotes = 0.5;

/**
 * Finds the lines of a page that are beside its text: footnotes (small print below the text of a column) and captions
 * with the lines that they run over. A sentence runs on past them.
 * @returns the places of these lines on the page
 */
export function findAsides(lines: readonly PageLine[], body: BodyStyle): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [from, to] of columnsOf(lines)) {
    const notes = findNotes(lines, from, to, body);
    for (let index = notes; index < to; index++) found.add(index);
    for (let index = from; index < notes; index++) {
      if (!caption.test(lines[index]?.text ?? '') || isInSentence(lines, index, body)) continue;
      const end = captionEnd(lines, index, notes, body);
      for (let part = firstPart(lines, index, from); part < index; part++) found.add(part);
      for (; index < end; index++) found.add(index);
      index--;
    }
  }
  return found;
}

/** Where the captions of the parts above a caption begin. Those side by side are columns, while a list may end a column. */
function firstPart(lines: readonly PageLine[], index: number, from: number): number {
  let first = index;
  while (subCaption.test(lines[first - 1]?.text ?? '')) first--;
  while (first < from && lines[first - 1]?.column === lines[first]?.column) first++;
  return first;
}

/** Where the footnotes of a column begin; its end if it has none. */
function findNotes(lines: readonly PageLine[], from: number, to: number, body: BodyStyle): number {
  let notes = to;
  while (notes > from && isNote(lines[notes - 1], body)) notes--;
  // Small print above text is a subtitle, such as an author's address.
  if (lines[notes]?.isNote !== true && isAboveText(lines[to - 1], lines.slice(to, to + mostBelow), body))
    return to;
  if (isReferencesTitle(lines[notes - 1]?.text ?? '')) notes = firstNote(lines, notes, to, body);
  // A column that is small from top to bottom is text set small: a list of literature, an appendix.
  return to - notes > mostNotes * (to - from) ? to : notes;
}

/** Where the footnotes below a list of references begin. */
function firstNote(lines: readonly PageLine[], from: number, to: number, body: BodyStyle): number {
  for (let index = from + 1; index < to; index++) {
    const [before, line] = [lines[index - 1], lines[index]];
    if (line?.isNote === true) return index;
    if (before === undefined || line === undefined || !noteMark.test(line.text) || /^\d+\./u.test(line.text))
      continue;
    if (line.top - before.bottom > body.lineGap + 0.7 * body.size) return index;
  }
  return to;
}

/** Whether the line before runs on to a line, which then only mentions a figure. */
function isInSentence(lines: readonly PageLine[], index: number, body: BodyStyle): boolean {
  const [before, line] = [lines[index - 1], lines[index]];
  if (before === undefined || line === undefined || before.column !== line.column) return false;
  const isTight = line.top - before.bottom < body.lineGap + 0.35 * body.size;
  return (
    isTight &&
    before.size === line.size &&
    !before.isTableRow &&
    !/[.!?:]\P{L}*$/u.test(before.text.slice(-20))
  );
}

/** From where to where, the end exclusive, the lines of each column of a page are. */
function columnsOf(lines: readonly PageLine[]): [number, number][] {
  const columns: [number, number][] = [];
  let from = 0;
  for (let index = 1; index <= lines.length; index++) {
    if (index < lines.length && lines[index]?.column === lines[from]?.column) continue;
    columns.push([from, index]);
    from = index;
  }
  return columns;
}

const isNote = (line: PageLine | undefined, body: BodyStyle): boolean =>
  line?.isNote === true || isSmall(line, body);

const isAboveText = (line: PageLine | undefined, lines: readonly PageLine[], body: BodyStyle): boolean =>
  line !== undefined &&
  lines.filter(
    (other) =>
      other.column !== line.column &&
      other.top > line.bottom &&
      other.left < line.right &&
      other.right > line.left &&
      other.box === undefined &&
      !isSmall(other, body),
  ).length >= fewestBelow;

/** Fewer may be a line across the page below notes. */
const fewestBelow = 5;
const mostBelow = 100;

function isSmall(line: PageLine | undefined, body: BodyStyle): boolean {
  return line !== undefined && line.size < 0.93 * body.size;
}

/** Where the caption that begins at a line ends: at white below it, or at type of another size. */
function captionEnd(lines: readonly PageLine[], start: number, to: number, body: BodyStyle): number {
  const first = lines[start];
  let end = start + 1;
  while (end < to && end - start < longestCaption) {
    const [last, next] = [lines[end - 1], lines[end]];
    if (first === undefined || last === undefined || next === undefined) break;
    if (next.top - last.bottom > body.lineGap + 0.35 * body.size) break;
    if (Math.abs(next.size - first.size) > 0.05 * first.size) break;
    if (next.isTableRow || (last.bold && !next.bold)) break;
    end++;
  }
  // Without body-sized space below it, its end is unknown: take one line.
  return isSmall(first, body) || end - start < longestCaption ? end : start + 1;
}
