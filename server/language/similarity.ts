import type { Embed } from './lesson-text.ts';
import { contentStems } from '#contract/question-rules/words.ts';

/** How alike two texts are in meaning: 0 to 1 or a little below 0. Both must have been given to {@link createSimilarity}. */
export interface Similarity {
  /** True when vectors of an embedding model are compared, false when words are. */
  readonly semantic: boolean;
  between(one: string, other: string): number;
}

/**
 * Compares texts by their vectors; without an embedder, or while its model has not arrived, by the rarer words they share
 * (cosine of tf-idf), which is coarser but needs nothing.
 * @param embed is asked once for all texts; only `TextEmbedderUnavailableError` makes words take its place
 */
export async function createSimilarity(
  texts: Iterable<string>,
  embed: Embed | undefined,
  signal?: AbortSignal,
): Promise<Similarity> {
  const unique = [...new Set(texts)];
  signal?.throwIfAborted();
  if (embed && unique.length > 0) {
    try {
      const vectors = await embed(unique, signal);
      const byText = new Map(unique.map((text, index) => [text, vectors[index]]));
      return { semantic: true, between: (one, other) => dot(byText.get(one), byText.get(other)) };
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TextEmbedderUnavailableError') throw error;
    }
  }
  return createLexicalSimilarity(unique);
}

/** Cosine of tf-idf over word stems; the idf comes from the texts themselves. */
export function createLexicalSimilarity(texts: readonly string[]): Similarity {
  const stems = new Map(texts.map((text) => [text, contentStems(text)]));
  const frequency = new Map<string, number>();
  for (const set of stems.values())
    for (const stem of set) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  const weigh = (stem: string): number => Math.log(1 + texts.length / (1 + (frequency.get(stem) ?? 0)));
  const norm = (set: ReadonlySet<string>): number =>
    Math.sqrt([...set].reduce((sum, stem) => sum + weigh(stem) ** 2, 0));
  const norms = new Map([...stems].map(([text, set]) => [text, norm(set)]));
  return {
    semantic: false,
    between: (one, other) => {
      const first = stems.get(one) ?? contentStems(one);
      const second = stems.get(other) ?? contentStems(other);
      let product = 0;
      for (const stem of first) if (second.has(stem)) product += weigh(stem) ** 2;
      const size = (norms.get(one) ?? norm(first)) * (norms.get(other) ?? norm(second));
      return size === 0 ? 0 : product / size;
    },
  };
}

function dot(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
