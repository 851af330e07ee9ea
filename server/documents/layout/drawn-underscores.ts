import type { Box } from '../pdf-characters.ts';
import { baselineOf } from '../page-rows.ts';
import type { PageWord } from '../pdf-words.ts';

/** In letter sizes: TeX draws an underscore with 0.3, IEEE with 0.5. */
const longestUnderscore = 0.55;
const widestGap = 0.15;
const offBaseline = 0.15;
/** In points. Longer lines are rules or fill-in blanks. */
const longestLine = 30;
/** A page with more short lines shows a drawing; each is compared with all words. */
const mostLines = 400;

/** Joins the parts of names whose underscores are drawn as lines: "join" and "update" to "join_update". */
export function joinUnderscores(words: readonly PageWord[], rules: readonly Box[]): readonly PageWord[] {
  const lines = rules.filter(
    ({ left, right, top, bottom }) => bottom - top < right - left && right - left < longestLine,
  );
  if (lines.length === 0 || lines.length > mostLines) return words;
  const joined: PageWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const line = before && lines.find((each) => isUnderscore(each, before, word));
    if (before !== undefined && line !== undefined && !lines.some((other) => isBeside(other, line)))
      joined[joined.length - 1] = { ...before, text: `${before.text}_${word.text}`, right: word.right };
    else joined.push(word);
  }
  return joined;
}

/** Whether words are underlined one by one, and the spaces between them too. */
const isBeside = (other: Box, line: Box): boolean =>
  other !== line &&
  Math.abs(other.top - line.top) < 1 &&
  Math.min(Math.abs(other.right - line.left), Math.abs(other.left - line.right)) < 1;

/** Whether a line fills the space between two words at their baseline. */
function isUnderscore({ left, right, top }: Box, before: PageWord, word: PageWord): boolean {
  const { size } = word;
  const drop = (top - baselineOf(word)) / size;
  return (
    right - left < longestUnderscore * size &&
    Math.abs(left - before.right) < widestGap * size &&
    Math.abs(word.left - right) < widestGap * size &&
    Math.abs(drop) < offBaseline &&
    Math.abs(before.bottom - word.bottom) < 0.1 * size
  );
}
