import type { PageLine } from '../page-line.ts';
import { measureBody } from './heading-lines.ts';
import { copyrightLine, noteMark, pageNumber, RepeatedLines } from './line-shape.ts';

/** How many rows at the top and at the bottom of a page may be running heads, footers and page numbers. */
const edgeRows = 2;
/** A handout of three or four pages has its title on the first, and repeats it on as few as two. */
const fewestRepeatsFor = (pages: number): number => (pages === 3 || pages === 4 ? 2 : 3);
/** Two lines up to this far apart, in points, count as being at the same height. */
const heightCell = 4;
/** In shorter documents nothing repeats: small text and numbers within this share of the page height from an edge count as margin text. */
const fewPages = 3;
const marginShare = 0.075;
const smallShare = 0.95;

interface LinedPage {
  readonly lines: readonly PageLine[];
  /** In points. */
  readonly height: number;
}

/**
 * Removes running heads, footers and page numbers: lines at the edge of a page that recur, digits aside, at the
 * same height on several pages, lone page numbers, and other text where most pages have such a line
 * (the heads of short chapters). In a short document, small lines in the margin that belong to no footnote.
 */
export function removeRunningHeads(pages: readonly LinedPage[]): PageLine[][] {
  const fewestRepeats = fewestRepeatsFor(pages.length);
  const edges = pages.map(({ lines }) => findEdges(lines));
  const repeated = new RepeatedLines(heightCell);
  for (const { top, bottom } of edges) repeated.add([...top, ...bottom].flat());
  const isMarginal = pages.length < fewPages ? marginalText(pages) : () => false;
  const isHead = (line: PageLine, index: number): boolean =>
    repeated.count(line) >= fewestRepeats ||
    (pages.length > 1 && pageNumber.test(line.text) && standsApart(line, pages[index]?.lines ?? [])) ||
    isMarginal(line, pages[index]?.height ?? 0);
  const heightsOf = (side: 'top' | 'bottom'): Set<string> =>
    commonHeights(
      edges.map((edge, index) => (edge[side][0] ?? []).filter((line) => isHead(line, index)).slice(0, 1)),
    );
  const heights = { top: heightsOf('top'), bottom: heightsOf('bottom') };
  return pages.map(({ lines }, index) => {
    const removed = new Set<PageLine>();
    for (const side of ['top', 'bottom'] as const)
      for (const [order, row] of (edges[index]?.[side] ?? []).entries()) {
        const heads = row.filter(
          (line) => isHead(line, index) || (order === 0 && heights[side].has(heightKey(line))),
        );
        for (const line of heads) removed.add(line);
        if (heads.length < row.length) break;
      }
    return lines.filter((line) => !removed.has(line));
  });
}

/** Whether no line is directly above or below: the last line of a paragraph may be a number. */
const standsApart = (line: PageLine, lines: readonly PageLine[]): boolean =>
  !lines.some(
    (other) =>
      other !== line &&
      other.left < line.right &&
      other.right > line.left &&
      Math.max(other.top - line.bottom, line.top - other.bottom) < 0.6 * line.size,
  );

/** Distinguishes the text in the margins of a short document from its body. */
function marginalText(pages: readonly LinedPage[]): (line: PageLine, height: number) => boolean {
  const { size } = measureBody(pages.flatMap(({ lines }) => lines));
  const isSmall = (line: PageLine): boolean => line.size < smallShare * size;
  const middleOf = ({ top, bottom }: PageLine, height: number): number => (top + bottom) / 2 / height;
  const notes = new Set<PageLine>();
  for (const { lines, height } of pages) {
    let last: PageLine | undefined;
    for (const line of lines.filter((each) => isSmall(each) && middleOf(each, height) > 0.5)) {
      const isInMargin = middleOf(line, height) > 1 - marginShare;
      const begins = noteMark.test(line.text) && (!isInMargin || /[.!?]\P{L}*$/u.test(line.text.slice(-20)));
      const continues = last !== undefined && line.top > last.top && line.top - last.bottom < 0.5 * line.size;
      last = begins || continues ? line : undefined;
      if (last !== undefined) notes.add(last);
    }
  }
  return (line, height) => {
    const middle = middleOf(line, height);
    const isInMargin = middle < marginShare || middle > 1 - marginShare;
    if (isSmall(line) && copyrightLine.test(line.text)) return true;
    return isInMargin && (isSmall(line) ? !notes.has(line) : line.size <= size && pageNumber.test(line.text));
  };
}

/** The outermost rows of a page, outermost first. */
function findEdges(lines: readonly PageLine[]): { top: PageLine[][]; bottom: PageLine[][] } {
  const rows: PageLine[][] = [];
  for (const line of [...lines].sort((a, b) => a.top - b.top))
    if (line.top - (rows.at(-1)?.[0]?.top ?? -Infinity) < sameRow) rows.at(-1)?.push(line);
    else rows.push([line]);
  const edges = [rows.slice(0, edgeRows), rows.slice(-edgeRows).reverse()] as const;
  const [top, bottom] = edges.map((some) => some.map((row) => row.slice(0, mostParts)));
  return { top: top ?? [], bottom: bottom ?? [] };
}

/** A row of more parts is one of a table, and each part is compared with all lines. */
const mostParts = 6;

/** In points. */
const sameRow = 1;

function heightKey(line: PageLine): string {
  return `${Math.round(line.top)}/${line.size}`;
}

/** Heights at which at least half of the pages have a running head. */
function commonHeights(heads: readonly PageLine[][]): Set<string> {
  const counts = new Map<string, number>();
  for (const key of heads.flat().map(heightKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const enough = Math.max(fewestRepeatsFor(heads.length), heads.length / 2);
  return new Set([...counts].filter(([, count]) => count >= enough).map(([key]) => key));
}
