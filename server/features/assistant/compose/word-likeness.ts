import type { Embed } from '../../../language/lesson-text.ts';

/** How alike two words are in meaning, 0 to 1: "costly" and "expensive" are, "costly" and "deep" are not. */
export interface WordLikeness {
  between(one: string, other: string): number;
}

/** Words that one embedder was asked for: lessons on one subject share most of theirs. */
const remembered = new WeakMap<Embed, Map<string, Float32Array>>();
const MOST_REMEMBERED = 20_000;

/**
 * Compares words by their vectors; each is looked up once for a process. Without an embedder words are alike only when they
 * are the same.
 * @throws what `embed` throws, except `TextEmbedderUnavailableError`
 */
export async function compareWords(
  words: Iterable<string>,
  embed: Embed | undefined,
  signal?: AbortSignal,
): Promise<WordLikeness> {
  const unique = [...new Set(words)];
  if (embed === undefined || unique.length === 0) return sameOnly;
  let vectors = remembered.get(embed);
  if (vectors === undefined || vectors.size > MOST_REMEMBERED) {
    vectors = new Map();
    remembered.set(embed, vectors);
  }
  const known = vectors;
  const missing = unique.filter((word) => !known.has(word));
  if (missing.length > 0) {
    try {
      const found = await embed(missing, signal);
      for (const [index, word] of missing.entries()) {
        const vector = found[index];
        if (vector !== undefined) known.set(word, vector);
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'TextEmbedderUnavailableError') return sameOnly;
      throw error;
    }
  }
  return {
    between: (one, other) => {
      if (one === other) return 1;
      const first = known.get(one);
      const second = known.get(other);
      if (first === undefined || second === undefined) return 0;
      let sum = 0;
      for (let index = 0; index < first.length; index += 1) sum += (first[index] ?? 0) * (second[index] ?? 0);
      return Math.max(0, sum);
    },
  };
}

const sameOnly: WordLikeness = { between: (one, other) => (one === other ? 1 : 0) };
