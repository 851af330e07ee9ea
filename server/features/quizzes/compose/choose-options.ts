import { shuffle } from '../../../language/random.ts';
import type { Similarity } from '../../../language/similarity.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import { checkItem } from '../../../../items/checks/check-item.ts';
import type { LessonSource } from '../../../../items/checks/source-criteria.ts';
import type { Candidate, Distractor } from './candidate.ts';
import type { ComposedOption, Difficulty } from './composed-question.ts';

export interface OptionWishes {
  /** Should the key be the longest option? Longest keys are rationed over a set. */
  readonly keyLongest: boolean;
  /** Where the key should stand among so many options, from 0. */
  readonly keyPosition: (optionCount: number) => number;
  readonly difficulty: Difficulty | 'mixed';
}

export interface ChosenOptions {
  readonly options: readonly ComposedOption[];
  readonly keyIsLongest: boolean;
}

const POOL_LIMIT = 10;
/** Statements taken from anywhere in the lesson must be so much nearer than those of the key's own form. */
const WIDER_FLOOR = 0.08;

/** Options of a pool that come into question, best first, before meanings are compared. Cheap; bounds what is embedded. */
export function shortlist(candidate: Candidate, source: LessonSource, limit = POOL_LIMIT): Distractor[] {
  const { key, stem } = candidate;
  const keyStems = contentStems(key);
  const stemStems = contentStems(stem);
  const seen = new Set([key.toLowerCase()]);
  const ranked: { item: Distractor; rank: number }[] = [];
  for (const item of candidate.pool()) {
    const lower = item.text.toLowerCase();
    if (seen.has(lower)) continue;
    seen.add(lower);
    const ratio = item.text.length / key.length;
    const short = key.length <= 30 && item.text.length <= 40;
    if (!short && (ratio > 1.9 || ratio < 0.5)) continue;
    const stems = contentStems(item.text);
    if (!candidate.numeric && item.variant !== true) {
      if (stems.size === 0 || (item.fit < 0.35 && overlap(stems, keyStems) > 0.6)) continue;
      // What the stem itself names cannot be its answer.
      if (stems.size <= 3 && containment(stems, stemStems) === 1) continue;
    }
    const shared = overlap(stems, keyStems);
    ranked.push({ item, rank: item.fit + shared - Math.abs(Math.log(ratio)) * 0.4 });
  }
  ranked.sort((one, other) => other.rank - one.rank);
  const chosen: Distractor[] = [];
  for (const { item } of ranked) {
    if (chosen.length >= limit) break;
    if (item.variant === true || source.support?.supports(stem, item.text) !== true) chosen.push(item);
  }
  return chosen;
}

/**
 * Chooses three wrong options (two when there are no three good ones) that are near the key but not true, unlike each
 * other, alike in length, and pass every check; undefined when the pool has none.
 */
export function chooseOptions(
  candidate: Candidate,
  pool: readonly Distractor[],
  similarity: Similarity,
  source: LessonSource,
  wishes: OptionWishes,
  random: () => number,
): ChosenOptions | undefined {
  if (candidate.numeric) return chooseNumbers(candidate, pool, source, wishes, random);
  const { key } = candidate;
  // Variants of the key are the best wrong answers, and about as long as it: they are not given up for a longest key.
  if (
    wishes.keyLongest &&
    pool.filter((item) => item.variant === true).length >= 2 &&
    candidate.form !== 'sequence'
  )
    return undefined;
  const ceiling = similarity.semantic ? 0.86 : 0.75;
  const floor = similarity.semantic ? candidate.floor : -1 - WIDER_FLOOR;
  const rated = pool
    .map((item) => ({
      item,
      near:
        0.6 * similarity.between(key, item.text) + 0.4 * similarity.between(candidate.explanation, item.text),
    }))
    .filter(({ item, near }) => item.variant === true || near < ceiling)
    .filter(({ item, near }) => item.variant === true || near >= (item.fit > 0 ? floor : floor + WIDER_FLOOR))
    // What WordNet offers must be of the key's world.
    .filter(
      ({ item, near }) =>
        item.from !== undefined || item.ofCourse === true || item.variant === true || near > 0.35,
    )
    .map(({ item, near }) => ({
      item,
      rank:
        item.fit +
        (wishes.difficulty === 'easy' ? -near * 0.3 : near) -
        Math.abs(Math.log(item.text.length / key.length)) * 0.35 +
        random() * 0.05,
    }))
    .sort((one, other) => other.rank - one.rank);
  for (const size of [3, 2]) {
    const sets = subsets(rated, size)
      .map((set) => ({ set, rank: set.reduce((sum, { rank }) => sum + rank, 0) }))
      .sort((one, other) => other.rank - one.rank);
    let tried = 0;
    for (const { set } of sets) {
      const keyIsLongest = set.every(({ item }) => item.text.length < key.length);
      if (keyIsLongest !== wishes.keyLongest || !areDistinct(set, similarity, ceiling)) continue;
      if (!keyIsLongest && set.every(({ item }) => item.text.length <= key.length)) continue;
      tried += 1;
      if (tried > 25) break;
      const wrong = shuffle(
        set.map(({ item }): ComposedOption => ({ text: item.text, is_correct: false })),
        random,
      );
      wrong.splice(wishes.keyPosition(size + 1), 0, { text: key, is_correct: true });
      if (isSound(candidate, wrong, source)) {
        return {
          options: wrong,
          keyIsLongest,
        };
      }
    }
  }
  return undefined;
}

/** "The distance …" among three that begin with "A …": the article alone would tell. */
function articleTells(options: readonly ComposedOption[]): boolean {
  const articles = options.map(({ text, is_correct: isKey }) => ({
    isKey,
    isThe: /^the\b/iu.test(text),
    isA: /^an?\b/iu.test(text),
  }));
  const key = articles.find(({ isKey }) => isKey);
  const others = articles.filter(({ isKey }) => !isKey);
  if (key === undefined || !(key.isThe || key.isA)) return false;
  return others.every(({ isThe, isA }) => (key.isThe ? isA : isThe));
}

function isSound(candidate: Candidate, options: readonly ComposedOption[], source: LessonSource): boolean {
  return (
    !articleTells(options) &&
    checkItem(
      { text: candidate.stem, type: 'multiple_choice', options, quote: candidate.sentence.quote },
      source,
    ).length === 0
  );
}

function areDistinct(set: readonly { item: Distractor }[], similarity: Similarity, ceiling: number): boolean {
  return set.every(({ item }, index) =>
    set
      .slice(index + 1)
      .every(
        ({ item: other }) =>
          (item.variant === true ||
            other.variant === true ||
            (similarity.between(item.text, other.text) < ceiling &&
              overlap(contentStems(item.text), contentStems(other.text)) < 0.7)) &&
          (item.from === undefined || item.from.index !== other.from?.index),
      ),
  );
}

function subsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

/** Numbers stand in rising order, so where the key stands is settled by how many wrong ones are below it. */
function chooseNumbers(
  candidate: Candidate,
  pool: readonly Distractor[],
  source: LessonSource,
  wishes: OptionWishes,
  random: () => number,
): ChosenOptions | undefined {
  const value = (text: string): number => {
    const digits = /\d[\d,]*(?:\.\d+)?/u.exec(text)?.[0];
    return digits === undefined ? numberOfWord(text) : Number(digits.replaceAll(',', ''));
  };
  const key = value(candidate.key);
  const usable = shuffle(
    pool.filter((item) => !Number.isNaN(value(item.text))),
    random,
  ).sort((one, other) => other.fit - one.fit);
  const below = usable.filter((item) => value(item.text) < key);
  const above = usable.filter((item) => value(item.text) > key);
  for (const position of [wishes.keyPosition(4), 1, 2, 3, 0]) {
    if (below.length < position || above.length < 3 - position) continue;
    const wrong = [...below.slice(0, position), ...above.slice(0, 3 - position)].map(
      (item): ComposedOption => ({ text: item.text, is_correct: false }),
    );
    const options = [...wrong, { text: candidate.key, is_correct: true }].sort(
      (one, other) => value(one.text) - value(other.text),
    );
    const keyIsLongest = wrong.every((option) => option.text.length < candidate.key.length);
    if (isSound(candidate, options, source)) return { options, keyIsLongest };
  }
  return undefined;
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

function numberOfWord(text: string): number {
  const word = text
    .toLowerCase()
    .split(' ')
    .find((part) => NUMBER_WORDS.includes(part) || TENS.includes(part));
  if (word === undefined) return Number.NaN;
  const ten = TENS.indexOf(word);
  return ten >= 0 ? (ten + 2) * 10 : NUMBER_WORDS.indexOf(word);
}
