import { stemWord, contentStems } from '#contract/question-rules/words.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import type { Embed } from '#server/language/lesson-text.ts';

/** How alike two words are in meaning, 0 to 1: "costly" and "expensive" are, "costly" and "deep" are not. */
export interface WordLikeness {
  between(one: string, other: string): number;
}

/**
 * Compares words by their vectors. Without an embedder words are alike only when they are the same.
 * @throws what `embed` throws, except `TextEmbedderUnavailableError`
 */
export async function compareWords(
  words: Iterable<string>,
  embed: Embed | undefined,
  signal?: AbortSignal,
): Promise<WordLikeness> {
  const unique = [...new Set(words)];
  if (embed === undefined || unique.length === 0) return sameOnly;
  try {
    const vectors = await embed(unique, signal);
    const byWord = new Map(unique.map((word, index) => [word, vectors[index]]));
    return {
      between: (one, other) => {
        if (one === other) return 1;
        const first = byWord.get(one);
        const second = byWord.get(other);
        if (first === undefined || second === undefined) return 0;
        let sum = 0;
        for (let index = 0; index < first.length; index += 1)
          sum += (first[index] ?? 0) * (second[index] ?? 0);
        return Math.max(0, sum);
      },
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'TextEmbedderUnavailableError') return sameOnly;
    throw error;
  }
}

const sameOnly: WordLikeness = { between: (one, other) => (one === other ? 1 : 0) };

/** How well one word of the question is held: 1 in the same word, less in one that means the like. */
export function coverageOf(
  stem: string,
  word: string,
  words: readonly string[],
  likeness: WordLikeness,
): number {
  let nearest = 0;
  for (const other of words) {
    if (stemWord(other) === stem) return 1;
    if (isSameRoot(word, other)) return 0.95;
    nearest = Math.max(nearest, likeness.between(word, other));
  }
  // Words without anything in common still have cosines of about a quarter.
  return Math.min(1, Math.max(0, (nearest - 0.25) / 0.45));
}

/** "inventor" and "invented", "cloudy" and "clouds": alike but for their ends. */
function isSameRoot(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const root = Math.max(5, shorter - 3);
  return shorter >= 5 && one.slice(0, root) === other.slice(0, root);
}

/** A word's weight: higher the fewer of the found passages contain it, and the longer it is. */
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
