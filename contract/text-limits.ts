/*
 * How long the texts of a lesson can be. No import: a screen that needs a limit does not load the schemas.
 */

/** A longer line of a transcript is split when it is imported. */
export const CUE_CHARACTERS = 2_000;
export const PASSAGE_CHARACTERS = 4_000;
export const TRANSCRIPT_WORDS = 500_000;

/** Runs without white space. Linear, and quick enough to call for every sentence. */
export function countWordsIn(text: string): number {
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const isSpace = text.charCodeAt(index) <= 32;
    if (!isSpace && !isInside) words += 1;
    isInside = !isSpace;
  }
  return words;
}
