import type { Embed } from '../../../language/lesson-text.ts';

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
