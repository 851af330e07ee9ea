/** A stretch of a text, and whether it is at fault. */
export interface MarkedPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text so that each whole-word occurrence of `words` is a separate part. */
export function markWords(text: string, words: readonly string[]): MarkedPart[] {
  const sought = words
    .filter((word) => word.trim() !== '')
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`));
  if (sought.length === 0) return text === '' ? [] : [{ text, isMarked: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${sought.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  // A group in the pattern puts what was found at every other place.
  return text
    .split(pattern)
    .map((part, place) => ({ text: part, isMarked: place % 2 === 1 }))
    .filter((part) => part.text !== '');
}
