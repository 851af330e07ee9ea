import type { PageWord } from '../pdf-words.ts';
import type { Pdfium } from '../pdfium.ts';
import { hasMorePrint, isWhiteBetween } from './compare-picture.ts';
import { measureImages } from './page-images.ts';
import { rateLetters, rateWords } from './rate-words.ts';

/** A scan may carry a stamp, a page number or a line such as "Downloaded from". */
const fewestLetters = 40;
/** The longest stamp, in letters. */
const mostLettersOfStamp = 400;
const smallestCoverage = 0.3;
const fullCoverage = 0.8;
/** If a smaller share of an earlier recognition is real words, the page is recognized again. */
const goodLayer = 0.9;
/** Text over a picture of the whole page with a smaller share of common trigrams or real words was recognized poorly. */
const poorLetters = 0.88;
const poorWords = 0.75;

/** What a page is, as far as its words and images tell. */
export type PageLook =
  | 'text'
  /** An image and no text, or a stamp over an image of print. */
  | 'picture'
  /** An image and a few words: a scan with a stamp, or a slide with its title above a chart. */
  | 'picture-with-words'
  /** An image of a page with the text of an earlier, poor recognition. */
  | 'poor-layer';

/** Looks at one page; {@link findScans} decides which of a document have to be recognized. */
export function lookAtPage(pdfium: Pdfium, page: number, words: readonly PageWord[]): PageLook {
  let letters = 0;
  for (const { text } of words) {
    letters += countLetters(text);
    if (letters >= mostLettersOfStamp) break;
  }
  const { coverage } = measureImages(pdfium, page);
  if (letters < fewestLetters) {
    if (coverage < smallestCoverage) return 'text';
    return letters === 0 ? 'picture' : 'picture-with-words';
  }
  if (coverage < fullCoverage) return 'text';
  const isHidden = words.filter((word) => word.isHidden === true).length > words.length / 2;
  if (isHidden) {
    const isGood = rateWords(words) >= goodLayer && isWhiteBetween(pdfium, page, words);
    return isGood ? 'text' : 'poor-layer';
  }
  if (letters < mostLettersOfStamp && hasMorePrint(pdfium, page, words)) return 'picture';
  return rateLetters(words) < poorLetters && rateWords(words) < poorWords ? 'poor-layer' : 'text';
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
      look === 'text' || (look === 'picture-with-words' && isMostlyText) ? [] : [index],
    ),
  );
}

export const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
