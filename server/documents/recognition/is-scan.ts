import type { PageWord } from '../pdf-words.ts';
import type { Pdfium } from '../pdfium.ts';
import { measureImages } from './page-images.ts';

/** A scan may carry a stamp, a page number or a line such as "Downloaded from". */
const fewestLetters = 40;
const smallestCoverage = 0.3;
const fewestWordsToJudge = 20;

/**
 * Whether a page must be recognized to be read: it holds an image and hardly any text, or its text is garbage, as PDFs
 * without a table of characters give.
 */
export function isScan(pdfium: Pdfium, page: number, words: readonly PageWord[]): boolean {
  if (isGarbage(words)) return true;
  let letters = 0;
  for (const { text } of words) {
    letters += countLetters(text);
    if (letters >= fewestLetters) return false;
  }
  return measureImages(pdfium, page).coverage >= smallestCoverage;
}

/** Whether what the PDF gives as the page's words is not what a person sees there. */
export function isGarbage(words: readonly PageWord[]): boolean {
  let characters = 0;
  let unreadable = 0;
  let latin = 0;
  let withoutVowel = 0;
  for (const { text } of words) {
    characters += text.length;
    // Private use, controls, unassigned and replacement characters: glyphs that have no character.
    unreadable += text.match(/[\p{Co}\p{Cc}\p{Cn}\u{FFFD}]/gu)?.length ?? 0;
    if (!/^\p{Script=Latin}{4,}$/u.test(text)) continue;
    latin++;
    if (!/[aeiouy]/iu.test(text.normalize('NFD'))) withoutVowel++;
  }
  if (characters >= fewestLetters && unreadable > 0.3 * characters) return true;
  return latin >= fewestWordsToJudge && withoutVowel > 0.5 * latin;
}

export const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
