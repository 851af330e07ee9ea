import type { Embed } from '#server/language/lesson-text.ts';
import type { SemanticSearch } from '#server/search/semantic-search.ts';

const known = new WeakMap<Pick<SemanticSearch, 'embed'>, Embed>();
/** Six megabytes of vectors: the sentences and words of what is being talked about. */
const MOST_REMEMBERED = 4_000;
/** Longer texts are hardly asked for twice. */
const LONGEST_REMEMBERED = 1_000;

/** Embeds with what a process is given, and remembers: the next question is nearly always about the same lessons. */
export function embedOf(semanticSearch: Pick<SemanticSearch, 'embed'>): Embed {
  const before = known.get(semanticSearch);
  if (before !== undefined) return before;
  const embed = rememberingEmbed((texts, signal) => semanticSearch.embed(texts, signal));
  known.set(semanticSearch, embed);
  return embed;
}

/** The same embedder, asked once for each text of late; the texts asked for longest ago are forgotten first. */
export function rememberingEmbed(embed: Embed, most = MOST_REMEMBERED): Embed {
  const remembered = new Map<string, Float32Array>();
  return async (texts, signal) => {
    const missing = [...new Set(texts)].filter((text) => !remembered.has(text));
    const made = missing.length === 0 ? [] : await embed(missing, signal);
    const fresh = new Map(missing.map((text, index) => [text, made[index]]));
    const vectors = texts.map((text) => {
      const vector = remembered.get(text) ?? fresh.get(text);
      if (vector === undefined) throw new Error('The embedder left a text out.');
      return vector;
    });
    for (const [index, text] of texts.entries()) {
      const vector = vectors[index];
      if (vector === undefined || text.length > LONGEST_REMEMBERED) continue;
      remembered.delete(text);
      remembered.set(text, vector);
    }
    for (const text of remembered.keys()) {
      if (remembered.size <= most) break;
      remembered.delete(text);
    }
    return vectors;
  };
}
