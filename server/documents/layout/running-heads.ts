import type { PageLine } from '../page-line.ts';

/** How many lines at the top and at the bottom of a page may be running heads, footers and page numbers. */
const edgeLines = 2;
/** A handout of three or four pages has its title on the first, and repeats it on as few as two. */
const fewestRepeatsFor = (pages: number): number => (pages === 3 || pages === 4 ? 2 : 3);
const pageNumber =
  /^[[(–—\-\s]*(?:page\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|\/)\s*\d{1,4})?[\])–—\-\s.]*$/i;

/**
 * Removes running heads, footers and page numbers: lines at the edge of a page that come back, digits aside, at the
 * same height on several pages, lone page numbers, and whatever else stands where most pages have such a line
 * (the heads of short chapters).
 */
export function removeRunningHeads(pages: readonly (readonly PageLine[])[]): PageLine[][] {
  const fewestRepeats = fewestRepeatsFor(pages.length);
  const edges = pages.map((lines) => findEdges(lines));
  const repeats = new Map<string, number>();
  for (const { top, bottom } of edges) {
    for (const key of new Set([...top, ...bottom].flatMap(edgeKeys)))
      repeats.set(key, (repeats.get(key) ?? 0) + 1);
  }
  const isRepeated = (line: PageLine) =>
    edgeKeys(line).some((key) => (repeats.get(key) ?? 0) >= fewestRepeats);
  const isNumber = (line: PageLine) => pages.length > 1 && pageNumber.test(line.text);
  const headHeights = commonHeights(
    edges.map(({ top }) => top.slice(0, 1).filter((l) => isRepeated(l) || isNumber(l))),
  );
  const footHeights = commonHeights(
    edges.map(({ bottom }) => bottom.slice(0, 1).filter((l) => isRepeated(l) || isNumber(l))),
  );
  return pages.map((lines, index) => {
    const { top, bottom } = edges[index] ?? { top: [], bottom: [] };
    const removed = new Set<PageLine>();
    for (const [side, heights] of [
      [top, headHeights],
      [bottom, footHeights],
    ] as const) {
      for (const [order, line] of side.entries()) {
        const alone = order === 0 || side.slice(0, order).every((outer) => removed.has(outer));
        if (!alone) break;
        if (isRepeated(line) || isNumber(line) || (order === 0 && heights.has(heightKey(line))))
          removed.add(line);
      }
    }
    return lines.filter((line) => !removed.has(line));
  });
}

/** The outermost lines of a page, outermost first; all lines of one height count as one edge line each. */
function findEdges(lines: readonly PageLine[]): { top: PageLine[]; bottom: PageLine[] } {
  const byHeight = [...lines].sort((a, b) => a.top - b.top);
  return { top: byHeight.slice(0, edgeLines), bottom: byHeight.slice(-edgeLines).reverse() };
}

function edgeKeys(line: PageLine): string[] {
  const words = line.text
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/(?<=^|\s)[ivxlc]+(?=\s|$)/g, '#');
  const height = Math.round(line.top / 4);
  // Neighbouring cells, so that two heights which differ by a hair but round apart still meet.
  return /[\p{L}#]/u.test(words) ? [`${words}@${height}`, `${words}@${height + 1}`] : [];
}

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
