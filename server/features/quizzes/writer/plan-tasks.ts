import { createRandom, shuffle } from '#server/language/random.ts';
import type { BloomLevel } from '#contract/quizzes.ts';
import type { Stretch } from '#server/language-model/stretches.ts';

/** One question to be written: from which part of the lesson, and at which level. */
export interface WritingTask {
  readonly stretch: Stretch;
  readonly level: BloomLevel;
}

export interface PlanRequest {
  readonly answerStyle: 'multiple_choice' | 'essay';
  readonly levels?: readonly BloomLevel[];
  readonly seed: number;
}

/** A question needs about this many words of its own; a shorter stretch is still asked about once. */
const WORDS_PER_QUESTION = 45;
const FEWEST_WORDS = 12;

/** What instructors ask for when they ask for a mixed quiz. */
const MIXED: ReadonlyMap<BloomLevel, number> = new Map([
  ['remember', 0.25],
  ['understand', 0.3],
  ['apply', 0.25],
  ['analyze', 0.2],
]);
const MIXED_ESSAYS: readonly BloomLevel[] = ['understand', 'analyze', 'evaluate', 'apply'];
/** Choosing among given answers can test neither judging nor creating. */
const CHOICE_LEVELS: readonly BloomLevel[] = ['remember', 'understand', 'apply', 'analyze'];

/**
 * Every question a lesson has room for, in the order in which to write them: each stretch once before any stretch a
 * second time, the levels in their shares at every point of the list, so that any beginning of it is a mixed quiz.
 */
export function planTasks(stretches: readonly Stretch[], request: PlanRequest): WritingTask[] {
  const shares = sharesOf(request);
  if (shares.size === 0) return [];
  const random = createRandom(request.seed);
  const usable = stretches.filter(({ wordCount }) => wordCount >= FEWEST_WORDS);
  const rounds = Math.max(0, ...usable.map(roomIn));
  const tasks: WritingTask[] = [];
  const taken = new Map<BloomLevel, number>();
  const levelsOf = new Map<Stretch, Set<BloomLevel>>();
  for (let round = 0; round < rounds; round += 1) {
    for (const stretch of shuffle(
      usable.filter((each) => roomIn(each) > round),
      random,
    )) {
      const used = levelsOf.get(stretch) ?? new Set();
      const level = mostLacking(shares, taken, tasks.length, used);
      levelsOf.set(stretch, used.size + 1 >= shares.size ? new Set() : used.add(level));
      taken.set(level, (taken.get(level) ?? 0) + 1);
      tasks.push({ stretch, level });
    }
  }
  return tasks;
}

const roomIn = ({ wordCount }: Stretch): number => Math.max(1, Math.floor(wordCount / WORDS_PER_QUESTION));

function sharesOf({ answerStyle, levels = [] }: PlanRequest): ReadonlyMap<BloomLevel, number> {
  if (levels.length === 0 && answerStyle === 'multiple_choice') return MIXED;
  const named = levels.length === 0 ? MIXED_ESSAYS : levels;
  const possible = answerStyle === 'essay' ? named : named.filter((level) => CHOICE_LEVELS.includes(level));
  return new Map(possible.map((level) => [level, 1 / possible.length]));
}

/** The level that is furthest behind its share, of those the stretch has not been asked at yet. */
function mostLacking(
  shares: ReadonlyMap<BloomLevel, number>,
  taken: ReadonlyMap<BloomLevel, number>,
  total: number,
  used: ReadonlySet<BloomLevel>,
): BloomLevel {
  const open = [...shares].filter(([level]) => !used.has(level));
  const lack = ([level, share]: readonly [BloomLevel, number]): number =>
    share * (total + 1) - (taken.get(level) ?? 0);
  const [first = 'understand' as const] = (open.length > 0 ? open : [...shares]).toSorted(
    (one, other) => lack(other) - lack(one),
  )[0] ?? ['understand' as const];
  return first;
}
