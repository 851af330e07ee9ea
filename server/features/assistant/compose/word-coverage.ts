import { stemWord } from '../../../../items/words.ts';
import type { WordLikeness } from './word-likeness.ts';

/** How well one word of the question is held: 1 in the same word, less in one that means the like. */
export function coverageOf(
  stem: string,
  word: string,
  words: readonly string[],
  likeness: WordLikeness,
): number {
  if (isShortFor(word, words)) return 0.95;
  let nearest = 0;
  for (const other of words) {
    if (stemWord(other) === stem) return 1;
    if (isSameRoot(word, other) || isSlip(word, other)) return 0.95;
    nearest = Math.max(nearest, likeness.between(word, other));
  }
  // Words without anything in common still have cosines of about a quarter.
  return Math.min(1, Math.max(0, (nearest - 0.25) / 0.45));
}

/** "inventor" and "invented", "cloudy" and "clouds": alike but for their ends. */
function isSameRoot(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const root = Math.max(5, shorter - 3);
  return shorter >= 5 && one.slice(0, root) === other.slice(0, root);
}

/** "elastisity" for "elasticity": one letter more, less or other in a long word. */
function isSlip(one: string, other: string): boolean {
  if (one.length < 6 || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  return Math.max(one.length, other.length) - start - end <= 1;
}

/** "ABS", where "anti-lock braking system" stands: the first letters of neighbouring words. */
function isShortFor(word: string, words: readonly string[]): boolean {
  if (word.length < 3 || word.length > 6) return false;
  const initials = words.map(([letter]) => letter ?? '').join('');
  return initials.includes(word);
}
