import type { PageWord } from '#server/documents/pdf-words.ts';
import type { RecognizedWord } from '#server/documents/recognition/recognized-page.ts';

/** A word found in a picture beside real text must be this sure: photographs are full of what looks like letters. */
const surely = 60;

/** The PDF's own words, and those recognized where it has none. */
export function mergeOwnWords(
  own: readonly PageWord[],
  recognized: readonly RecognizedWord[],
): readonly RecognizedWord[] {
  if (own.length === 0) return recognized;
  const added = recognized.filter(
    (word) => word.confidence >= surely && !own.some((other) => covers(other, word)),
  );
  return [
    ...own.map(({ text, left, right, top, bottom, size, follows }) => ({
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

function covers(own: PageWord, { left, right, top, bottom }: RecognizedWord): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x > own.left - 1 && x < own.right + 1 && y > own.top - 1 && y < own.bottom + 1;
}
