import { type Box, boundsOf } from '../pdf-characters.ts';
import { inRows } from '../page-rows.ts';
import type { Outline, PageShapes } from '../pdf-shapes.ts';
import type { PageWord } from '../pdf-words.ts';

/** Replaces a formula whose characters are drawn as outlines. */
const drawnFormula = '[formula]';

const fewestCharacters = 3;
const fewestCorners = 30;
/** A page with more groups of outlines than this shows a picture, or draws all of its text. */
const mostFormulas = 12;
const highestFormula = 90;
/** In points: the widest gap between two lines of one formula, and the narrowest between a formula and a drawing. */
const lineGap = 8;

/** Finds formulas that are drawn as outlines, and marks each with a word. */
export function markDrawnFormulas(
  words: readonly PageWord[],
  { outlines, drawings, rules }: PageShapes,
): PageWord[] {
  if (outlines.length === 0 || words.length === 0) return [];
  const size = words.map((word) => word.size).sort((a, b) => a - b)[words.length >> 1] ?? 10;
  const upright = rules.filter((rule) => rule.bottom - rule.top > rule.right - rule.left);
  const obstacles = [...words, ...drawings];
  const groups = joinLines(inRows(outlines).flatMap(divideRow)).filter(isFormula);
  if (groups.length > mostFormulas) return [];
  return groups.flatMap((group) => {
    const { left, right, top, bottom } = group;
    const around = { left: left - 2, right: right + 2, top: top - 2, bottom: bottom + 2 };
    const isHigh = (rule: Box) => rule.bottom - rule.top > bottom - top;
    if (obstacles.some((other) => meets(other, around))) return [];
    if (upright.some((rule) => isHigh(rule) && meets(rule, around))) return [];
    const middle = (top + bottom) / 2;
    return [
      {
        text: drawnFormula,
        left,
        right,
        top: middle - size / 2,
        bottom: middle + size / 2,
        size,
        bold: false,
        monospaced: false,
        follows: false,
      },
    ];
  });
}

interface Group extends Box {
  readonly outlines: readonly Outline[];
}

const groupOf = (outlines: readonly Outline[]): Group => ({ ...boundsOf(outlines), outlines });

/** Divides a row of outlines at gaps wider than those between characters. */
function divideRow(row: readonly Outline[]): Group[] {
  const groups: Outline[][] = [];
  let right = -Infinity;
  for (const outline of row) {
    const height = outline.bottom - outline.top;
    if (outline.left - right > Math.max(12, 2 * height)) groups.push([]);
    groups.at(-1)?.push(outline);
    right = Math.max(right, outline.right);
  }
  return groups.map(groupOf);
}

/** Joins groups below each other, such as the parts of a fraction or the limits of a sum. */
function joinLines(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const index = joined.findLastIndex(
      (other, place) =>
        place > joined.length - mostFormulas && meets(other, { ...group, top: group.top - lineGap }),
    );
    const above = joined[index];
    if (above === undefined) joined.push(group);
    else joined[index] = groupOf([...above.outlines, ...group.outlines]);
  }
  return joined;
}

/** Unlike the marks of a chart, characters differ in height; a single shape with many corners may be a whole line. */
function isFormula({ outlines, left, right, top, bottom }: Group): boolean {
  const corners = outlines.reduce((sum, outline) => sum + outline.corners, 0);
  if (corners < fewestCorners || bottom - top > highestFormula) return false;
  if (outlines.length < fewestCharacters) return right - left > 2.5 * (bottom - top);
  const heights = outlines.map((outline) => outline.bottom - outline.top);
  return Math.max(...heights) > 1.1 * Math.min(...heights) && right - left > 0.8 * (bottom - top);
}

const meets = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
