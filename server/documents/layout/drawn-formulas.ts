import { type Box, boundsOf } from '../pdf-characters.ts';
import { formulaNote } from '../passage.ts';
import { containsBox, growBox, meetsBox } from '../boxes.ts';
import { inRows } from '../page-rows.ts';
import type { Outline, PageShapes } from '../pdf-shapes.ts';
import type { PageWord } from '../pdf-words.ts';

const fewestCharacters = 3;
const fewestCorners = 30;
const cornersOfVariable = 50;
/** A page with more groups of outlines than this shows a picture, or draws all of its text. */
const mostFormulas = 12;
/** So does one with more outlines than so many formulas have; each is compared with all others. */
const mostOutlines = 200 * mostFormulas;
const highestFormula = 90;
/** In points: the widest gap between two lines of one formula, and the narrowest between a formula and a drawing. */
const lineGap = 8;

/** Finds formulas that are drawn as outlines, and marks each with a word. */
export function markDrawnFormulas(
  words: readonly PageWord[],
  { outlines, drawings, rules }: PageShapes,
): PageWord[] {
  if (outlines.length === 0 || outlines.length > mostOutlines || words.length === 0) return [];
  const size = words.map((word) => word.size).sort((a, b) => a - b)[words.length >> 1] ?? 10;
  const isCharacter = (outline: Outline) => {
    const { left, right, top, bottom } = outline;
    if (Math.max(right - left, bottom - top) > highestBullet * size) return true;
    const around = growBox(outline, closestCharacter * size);
    return outlines.some((other) => other !== outline && meetsBox(other, around));
  };
  /** A letter, perhaps with an index, next to a word. Icons are higher than letters. */
  const isVariable = ({ outlines: own, left, right, bottom }: Group) => {
    const corners = own.reduce((sum, outline) => sum + outline.corners, 0);
    const highest = Math.max(...own.map((outline) => outline.bottom - outline.top));
    // A number in a circle is a bullet.
    const isCircled = own.some((one) => own.some((other) => one !== other && containsBox(one, other)));
    if (
      isCircled ||
      own.length > 2 ||
      corners < cornersOfVariable ||
      highest < 0.35 * size ||
      highest > 0.85 * size
    )
      return false;
    const beside = { left: left - size, right: right + size, top: bottom - 0.3 * size, bottom };
    return words.some((word) => meetsBox(word, beside));
  };
  /** Left of several lines, and with no text above or below it, unlike a formula. */
  const isIcon = ({ outlines: own, left, right, top, bottom }: Group) => {
    if (right - left > widestIcon * (bottom - top) || own.some(({ isDelimiter }) => isDelimiter))
      return false;
    const column = { left, right, top: top - emptyAround * size, bottom: bottom + emptyAround * size };
    const beside = { left: right, right: right + emptyAround * size, top, bottom };
    return (
      !words.some((word) => meetsBox(word, column)) &&
      inRows(words.filter((word) => meetsBox(word, beside))).length >= fewestBesideIcon
    );
  };
  const upright = rules.filter((rule) => rule.bottom - rule.top > rule.right - rule.left);
  const obstacles = [...words, ...drawings];
  const groups = joinLines(
    inRows(outlines.filter(isCharacter)).flatMap((row) => divideRow(row, words)),
  ).filter((group) => isFormula(group) || isVariable(group));
  if (groups.length > mostFormulas) return [];
  return groups.flatMap((group) => {
    const { left, right, top, bottom } = group;
    if (isIcon(group)) return [];
    // Parentheses or a full stop may be close to a formula.
    const inset = Math.min(2, 0.3 * (right - left));
    const around = { left: left + inset, right: right - inset, top: top - 2, bottom: bottom + 2 };
    const isHigh = (rule: Box) => rule.bottom - rule.top > bottom - top;
    const isBehind = (other: Box) =>
      containsBox(other, around) || areaOf(other) > areaOfBackground * areaOf(group);
    if (obstacles.some((other) => meetsBox(other, around) && !isBehind(other))) return [];
    if (upright.some((rule) => isHigh(rule) && meetsBox(rule, around))) return [];
    const middle = (top + bottom) / 2;
    return [
      {
        text: formulaNote,
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

/** A smaller outline that is not next to another is a bullet; larger ones are characters, in sizes of the text. */
const highestBullet = 0.45;
const closestCharacter = 0.4;
/** Of an icon, in its heights, and around it in letter sizes. */
const widestIcon = 1.5;
const emptyAround = 3;
const fewestBesideIcon = 3;
/** A drawing so many times larger than a formula is behind it. */
const areaOfBackground = 30;

const areaOf = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top);

interface Group extends Box {
  readonly outlines: readonly Outline[];
}

const groupOf = (outlines: readonly Outline[]): Group => ({ ...boundsOf(outlines), outlines });

/** Divides a row of outlines at words and at gaps wider than those between characters. */
function divideRow(row: readonly Outline[], words: readonly PageWord[]): Group[] {
  const groups: Outline[][] = [];
  let right = -Infinity;
  for (const outline of row) {
    const height = outline.bottom - outline.top;
    const between = { left: right, right: outline.left, top: outline.top, bottom: outline.bottom };
    const isDivided =
      outline.left - right > Math.max(12, 2 * height) ||
      words.some((word) => meetsBox(word, between) && word.left > right - 2 && word.right < outline.left + 2);
    if (isDivided) groups.push([]);
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
        place > joined.length - mostFormulas && meetsBox(other, { ...group, top: group.top - lineGap }),
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
