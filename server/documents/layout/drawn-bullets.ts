import type { Box } from '../pdf-characters.ts';
import type { PageShapes } from '../pdf-shapes.ts';
import type { PageWord } from '../pdf-words.ts';
import { containsBox, growBox, meetsBox } from '../boxes.ts';

/** A bullet's height as a part of the size of its text. */
const [lowestBullet, highestBullet] = [0.12, 0.7];
/** Gaps between a bullet and its text, in sizes of the text. */
const [narrowestGap, widestGap] = [0.1, 2.2];
/** A shape this close to another, in sizes of the text, is part of a drawing or of a character. */
const closestNeighbour = 0.4;
/** A page with more small shapes shows a chart. */
const mostBullets = 200;

/**
 * Inserts a bullet before each line that has one drawn as a shape, as browsers print them.
 * @param others words of the same page, none of them between a bullet and its line
 */
export function addDrawnBullets(
  words: readonly PageWord[],
  { outlines, drawings, rules }: PageShapes,
  others: readonly PageWord[] = [],
): PageWord[] {
  const shapes = [...outlines, ...drawings];
  const small = shapes.filter(isSmall);
  if (small.length === 0 || small.length > mostBullets) return [...words];
  const all = [...shapes, ...rules];
  const texts = [...words, ...others];
  const starts = words.filter(({ text, follows }, index) => {
    // A number by itself is that of an axis.
    const isText = /\p{L}/u.test(text) || words[index + 1]?.follows === true;
    return isText && (!follows || index === 0);
  });
  const bullets = new Map<PageWord, Box>();
  for (const shape of small) {
    const [word] = starts
      .filter((start) => isBulletOf(shape, start))
      .sort((one, other) => one.left - other.left);
    if (word === undefined || bullets.has(word)) continue;
    const around = growBox(shape, closestNeighbour * word.size);
    const isAlone = all.every(
      (other) => containsBox(other, around) || containsBox(around, other) || !meetsBox(other, around),
    );
    const before = { ...shape, left: shape.left - word.size, right: word.left - narrowestGap };
    if (isAlone && !texts.some((other) => meetsBox(other, before))) bullets.set(word, shape);
  }
  return words.flatMap((word) => {
    const bullet = bullets.get(word);
    if (bullet === undefined) return [word];
    const { left, right } = bullet;
    const { top, bottom, size } = word;
    const mark = {
      text: '•',
      left,
      right,
      top,
      bottom,
      size,
      bold: false,
      monospaced: false,
      follows: false,
    };
    return [mark, { ...word, follows: true }];
  });
}

const isSmall = ({ left, right, top, bottom }: Box): boolean => {
  const [width, height] = [right - left, bottom - top];
  return Math.min(width, height) > 0.6 * Math.max(width, height) && height < 30;
};

function isBulletOf(shape: Box, { left, top, bottom, size, turn = 0 }: PageWord): boolean {
  const height = (shape.bottom - shape.top) / size;
  const gap = (left - shape.right) / size;
  const middle = (shape.top + shape.bottom) / 2;
  return (
    turn === 0 &&
    height > lowestBullet &&
    height < highestBullet &&
    gap > narrowestGap &&
    gap < widestGap &&
    Math.abs(middle - (top + bottom) / 2) < 0.3 * size
  );
}
