import type { Embed } from '#server/language/lesson-text.ts';

/** The same embedder, asked once for each text: thirty sets on one lesson compare the same sentences. */
export function rememberVectors(embed: Embed): Embed {
  const known = new Map<string, Float32Array>();
  return async (texts, signal) => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    const vectors = missing.length === 0 ? [] : await embed(missing, signal);
    for (const [index, text] of missing.entries()) {
      const vector = vectors[index];
      if (vector !== undefined) known.set(text, vector);
    }
    return texts.map((text) => {
      const vector = known.get(text);
      if (vector === undefined) throw new Error('The embedder left a text out.');
      return vector;
    });
  };
}
