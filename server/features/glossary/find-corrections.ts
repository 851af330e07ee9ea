import type { Correction } from './glossary.store.ts';

/** Longer replacements are rewritten passages. */
const MOST_WORDS = 4;
/** After a correction, so many words are the same again. */
const WORDS_OF_AGREEMENT = 2;
/** How far to look for where two texts agree again. */
const WINDOW = 12;
const MOST_CHARACTERS = 2_000_000;
const MOST_CORRECTIONS = 200;

interface Word {
  readonly printed: string;
  readonly compared: string;
}

const listWords = (text: string): Word[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []).map((printed) => ({
    printed,
    compared: printed.normalize('NFKC').toLowerCase(),
  }));

/**
 * The words that were put in place of misheard ones: where two texts differ in a few words, agree around them, and what was
 * written sounds much like what was heard. Texts that differ more are rewritten, and give none.
 */
export function findCorrections(before: string, after: string): Correction[] {
  if (before.length + after.length > MOST_CHARACTERS) return [];
  const [old, now] = [listWords(before), listWords(after)];
  const found = new Map<string, Correction>();
  let [from, to] = [0, 0];
  while (from < old.length && to < now.length) {
    if (old[from]?.compared === now[to]?.compared) {
      from += 1;
      to += 1;
      continue;
    }
    const skip = findAgreement(old, now, from, to);
    // What follows is another text.
    if (skip === undefined) break;
    const pairs = splitAtCommonWords(old.slice(from, from + skip.old), now.slice(to, to + skip.now));
    for (const [heard, corrected] of pairs) if (isCorrection(heard, corrected)) add(found, heard, corrected);
    from += skip.old;
    to += skip.now;
  }
  return [...found.values()].slice(0, MOST_CORRECTIONS);
}

/** How many words of each to skip until both agree again, as few as possible. */
function findAgreement(
  old: readonly Word[],
  now: readonly Word[],
  from: number,
  to: number,
): { old: number; now: number } | undefined {
  const agree = (skipOld: number, skipNow: number): boolean => {
    for (let next = 0; next < WORDS_OF_AGREEMENT; next += 1) {
      const [one, other] = [old[from + skipOld + next], now[to + skipNow + next]];
      // Both end here.
      if (one === undefined && other === undefined) return true;
      if (one?.compared !== other?.compared) return false;
    }
    return true;
  };
  for (let sum = 1; sum <= 2 * WINDOW; sum += 1)
    for (let skipOld = Math.max(0, sum - WINDOW); skipOld <= Math.min(sum, WINDOW); skipOld += 1)
      if (agree(skipOld, sum - skipOld)) return { old: skipOld, now: sum - skipOld };
  return undefined;
}

type Pair = readonly [heard: readonly Word[], corrected: readonly Word[]];

/** Two corrections with a single word between them are two. */
function splitAtCommonWords(heard: readonly Word[], corrected: readonly Word[]): Pair[] {
  const at = heard.findIndex(({ compared }) => corrected.some((word) => word.compared === compared));
  const other = corrected.findIndex(({ compared }) => compared === heard[at]?.compared);
  if (at < 0) return [[heard, corrected]];
  return [
    [heard.slice(0, at), corrected.slice(0, other)],
    ...splitAtCommonWords(heard.slice(at + 1), corrected.slice(other + 1)),
  ];
}

function isCorrection(heard: readonly Word[], corrected: readonly Word[]): boolean {
  if (heard.length === 0 || corrected.length === 0) return false;
  if (heard.length > MOST_WORDS || corrected.length > MOST_WORDS) return false;
  const letters = (words: readonly Word[]): string => words.map(({ compared }) => compared).join('');
  const [one, other] = [letters(heard), letters(corrected)];
  return other.length >= 3 && distance(one, other) <= Math.max(one.length, other.length) / 2;
}

function add(found: Map<string, Correction>, heard: readonly Word[], corrected: readonly Word[]): void {
  const text = (words: readonly Word[]): string => words.map(({ printed }) => printed).join(' ');
  const correction = { heard: text(heard).toLowerCase(), corrected: text(corrected) };
  const key = `${correction.heard}\n${correction.corrected}`;
  found.set(key, { ...correction, count: (found.get(key)?.count ?? 0) + 1 });
}

/** Of Levenshtein. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1)
      next.push(
        Math.min(
          (row[column] ?? 0) + (one[index] === other[column] ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
