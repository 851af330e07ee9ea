import type { Embed } from '../../../language/lesson-text.ts';
import type { SemanticSearch } from '../../../search/semantic-search.ts';

const known = new WeakMap<Pick<SemanticSearch, 'embed'>, Embed>();

/** The same function each time, so that words whose vectors are remembered for it are not embedded again. */
export function embedOf(semanticSearch: Pick<SemanticSearch, 'embed'>): Embed {
  const before = known.get(semanticSearch);
  if (before !== undefined) return before;
  const embed: Embed = (texts, signal) => semanticSearch.embed(texts, signal);
  known.set(semanticSearch, embed);
  return embed;
}
