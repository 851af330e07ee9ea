import type { PageWord } from '../pdf-words.ts';
import type { Pdfium } from '../pdfium.ts';
import { measureImages } from './page-images.ts';

/** A scan may carry a stamp, a page number or a line such as "Downloaded from". */
const fewestLetters = 40;
const smallestCoverage = 0.3;
const fewestWordsToJudge = 20;

/** What a page is, as far as its words and images tell. */
export type PageLook =
  | 'text'
  /** An image and not one word, or words that are garbage, as PDFs without a table of characters give. */
  | 'picture'
  /** An image and a few words: a scan with a stamp, or a slide with its title above a chart. */
  | 'picture-with-words';

/** Looks at one page; {@link findScans} decides which of a document have to be recognized. */
export function lookAtPage(pdfium: Pdfium, page: number, words: readonly PageWord[]): PageLook {
  if (isGarbage(words)) return 'picture';
  let letters = 0;
  for (const { text } of words) {
    letters += countLetters(text);
    if (letters >= fewestLetters) return 'text';
  }
  if (measureImages(pdfium, page).coverage < smallestCoverage) return 'text';
  return letters === 0 ? 'picture' : 'picture-with-words';
}

/**
 * Which pages must be recognized to be read. Where most pages have text, the few words over an image are a slide's title, and what is
 * recognized in a chart is noise; where most pages are images, those words are a stamp or a page number.
 * @returns indexes into `looks`
 */
export function findScans(looks: readonly PageLook[]): Set<number> {
  const isMostlyText = looks.filter((look) => look === 'text').length > looks.length / 2;
  return new Set(
    looks.flatMap((look, index) =>
      look === 'picture' || (look === 'picture-with-words' && !isMostlyText) ? [index] : [],
    ),
  );
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
