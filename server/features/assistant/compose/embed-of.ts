import type { Embed } from '#server/language/lesson-text.ts';
import type { SemanticSearch } from '#server/search/semantic-search.ts';

const known = new WeakMap<Pick<SemanticSearch, 'embed'>, Embed>();
/** Six megabytes of vectors: the sentences and words of the latest questions. */
const MOST_REMEMBERED = 4_000;
/** Longer texts are rarely needed again. */
const LONGEST_REMEMBERED = 1_000;

/** Embeds with a process's search, and caches: the next question is nearly always about the same lessons. */
export function embedOf(semanticSearch: Pick<SemanticSearch, 'embed'>): Embed {
  const embed = known.get(semanticSearch) ?? rememberingEmbed(semanticSearch);
  known.set(semanticSearch, embed);
  return embed;
}

function rememberingEmbed(semanticSearch: Pick<SemanticSearch, 'embed'>): Embed {
  const remembered = new Map<string, Float32Array>();
  return async (texts, signal) => {
    const vectors = new Map(texts.map((text) => [text, remembered.get(text)]));
    const missing = [...vectors.keys()].filter((text) => vectors.get(text) === undefined);
    const made = missing.length === 0 ? [] : await semanticSearch.embed(missing, signal);
    missing.forEach((text, index) => vectors.set(text, made[index]));
    for (const [text, vector] of vectors) {
      if (vector === undefined) throw new Error('The embedder left a text out.');
      if (text.length > LONGEST_REMEMBERED) continue;
      // The latest is last; the first is evicted first.
      remembered.delete(text);
      remembered.set(text, vector);
    }
    for (const text of [...remembered.keys()].slice(0, Math.max(0, remembered.size - MOST_REMEMBERED)))
      remembered.delete(text);
    return texts.flatMap((text) => vectors.get(text) ?? []);
  };
}
