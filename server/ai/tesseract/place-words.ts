import type { EngineWord } from './open-engine.ts';
import type { RecognizedWord } from '#server/documents/recognition/recognized-page.ts';

/** Specks, lines and pictures are read as letters that the engine itself doubts. */
const lowestConfidence = 25;
const lowestConfidenceOfMarks = 60;
/** From the lowest descender to the highest ascender, a line is a little lower than its font's size. */
const sizePerLineHeight = 1.08;
/** Lines whose heights differ by less are of one size: the engine measures each line again. */
const sameSize = 0.14;

/** Words of the engine as words of a page in points, without non-words. */
export function placeWords(words: readonly EngineWord[], pixelsPerPoint: number): RecognizedWord[] {
  const kept = words.filter(isWord);
  const sizes = sizeClasses(kept.map(({ lineHeight }) => (sizePerLineHeight * lineHeight) / pixelsPerPoint));
  return kept.map((word, index) => {
    const size = sizes[index] ?? 0;
    const baseline = word.baseline / pixelsPerPoint;
    const previous = kept[index - 1];
    return {
      text: word.text,
      left: round(word.left / pixelsPerPoint),
      right: round(word.right / pixelsPerPoint),
      // As words of a PDF's text are placed: by the baseline, which is what the letters of a line share.
      top: round(baseline - 0.75 * size),
      bottom: round(baseline + 0.25 * size),
      size,
      confidence: Math.round(word.confidence),
      follows: word.follows && previous !== undefined && previous.right <= word.left + size,
    };
  });
}

function isWord({ text, confidence }: EngineWord): boolean {
  const isMark = !/[\p{L}\p{N}]/u.test(text);
  return text.trim() !== '' && confidence >= (isMark ? lowestConfidenceOfMarks : lowestConfidence);
}

/** Each size replaced by the median of the sizes like it, to half a point. */
function sizeClasses(sizes: readonly number[]): number[] {
  const sorted = sizes.toSorted((a, b) => a - b);
  const classes: { upTo: number; size: number }[] = [];
  for (let start = 0; start < sorted.length;) {
    const smallest = sorted[start] ?? 0;
    let end = start;
    while (end < sorted.length && (sorted[end] ?? 0) <= smallest * (1 + 2 * sameSize)) end++;
    const median = sorted[(start + end) >> 1] ?? smallest;
    // What belongs to this class is within reach of its median; the rest begins the next one.
    const upTo = median * (1 + sameSize);
    while (end > start + 1 && (sorted[end - 1] ?? 0) > upTo) end--;
    classes.push({ upTo: sorted[end - 1] ?? smallest, size: Math.max(1, Math.round(median * 2) / 2) });
    start = end;
  }
  return sizes.map((size) => classes.find(({ upTo }) => size <= upTo)?.size ?? size);
}

const round = (points: number): number => Math.round(points * 10) / 10;
