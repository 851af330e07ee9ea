import type { PageWord } from '#server/documents/pdf-words.ts';
import { comparableWords, rateWords } from '#server/documents/recognition/rate-words.ts';
import { averageConfidence, type RecognizedWord } from '#server/documents/recognition/recognized-page.ts';

/** A word found in a picture beside real text must be this sure: photographs are full of what looks like letters. */
const surely = 60;

/** If this share of a text's words is also in the picture, it is the picture's text. */
const sameText = 0.5;
const goodLayer = 0.9;
/** A clean page in a language that the engine reads gets 90 and more. */
const confidentPage = 75;

/**
 * The PDF's own words, and recognized words where it has none. Recognized words replace distrusted ones, unless both are the same
 * text and the PDF's reads better.
 */
export function mergeOwnWords(
  own: { readonly trusted: readonly PageWord[]; readonly distrusted: readonly PageWord[] },
  recognized: readonly RecognizedWord[],
): readonly RecognizedWord[] {
  const isOwnBetter = isBetter(own.distrusted, recognized);
  const kept = isOwnBetter ? [...own.trusted, ...own.distrusted] : own.trusted;
  const replaced = isOwnBetter ? [] : own.distrusted;
  if (kept.length === 0) return recognized;
  const added = recognized.filter(
    (word) =>
      (word.confidence >= surely || replaced.some((other) => covers(other, word))) &&
      !kept.some((other) => covers(other, word)),
  );
  return [
    ...kept.map(({ text, left, right, top, bottom, size, follows }) => ({
      text,
      left,
      right,
      top,
      bottom,
      size,
      confidence: 100,
      follows,
    })),
    ...added.map((word, index) => ({ ...word, follows: word.follows && index > 0 })),
  ];
}

function isBetter(own: readonly PageWord[], recognized: readonly RecognizedWord[]): boolean {
  const rate = rateWords(own);
  if (isSameText(own, recognized)) return rate >= rateWords(recognized);
  // The layer may be a good earlier recognition in a language that ours does not know.
  const isLayer = own.length > 0 && own.every(({ isHidden = false }) => isHidden);
  return isLayer && rate >= goodLayer && averageConfidence(recognized) < confidentPage;
}

function isSameText(own: readonly PageWord[], recognized: readonly RecognizedWord[]): boolean {
  const seen = new Set(comparableWords(recognized));
  const written = comparableWords(own);
  return written.length > 0 && written.filter((word) => seen.has(word)).length >= sameText * written.length;
}

function covers(own: PageWord, { left, right, top, bottom }: RecognizedWord): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x > own.left - 1 && x < own.right + 1 && y > own.top - 1 && y < own.bottom + 1;
}
