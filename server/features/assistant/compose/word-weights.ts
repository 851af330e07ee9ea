import type { FoundPassage } from '../../search/found-passage.ts';
import { contentStems } from '../../../../items/words.ts';

/** How much a word tells: more the fewer of the found passages hold it, and the longer it is. */
export interface WordWeights {
  of(stem: string): number;
  /** Whether any of the passages holds it. */
  isKnown(stem: string): boolean;
}

const READ_CHARACTERS = 8_000;

/**
 * Every passage that was found holds some of the question's words, so that rarity among them says less than elsewhere: the
 * weights lie between 1 and about 3.
 */
export function weighWords(passages: readonly FoundPassage[]): WordWeights {
  const counts = new Map<string, number>();
  for (const { text, heading } of passages)
    for (const stem of contentStems(`${heading ?? ''} ${text.slice(0, READ_CHARACTERS)}`))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const total = Math.max(1, passages.length);
  return {
    of: (stem) => 1 + Math.log(1 + total / (1 + (counts.get(stem) ?? 0))) * (stem.length > 3 ? 1 : 0.6),
    isKnown: (stem) => counts.has(stem),
  };
}

/** The share of `part` that `whole` holds, by the words' weights, 0 to 1; 0 when `part` is empty. */
export function weighedShare(
  part: ReadonlySet<string>,
  whole: ReadonlySet<string>,
  weights: WordWeights,
): number {
  let all = 0;
  let held = 0;
  for (const stem of part) {
    const weight = weights.of(stem);
    all += weight;
    if (whole.has(stem)) held += weight;
  }
  return all === 0 ? 0 : held / all;
}
