import { contentStems, listWords, stemWord } from '#contract/question-rules/words.ts';
import type { BloomLevel } from '#contract/quizzes.ts';
import { SLIDE_DENSITY, type Stretch } from '#server/ai/language-model/stretches.ts';

/** One question to be written: its part of the lesson, and the levels to choose from. */
export interface WritingTask {
  readonly stretch: Stretch;
  readonly levels: readonly BloomLevel[];
}

/** A question needs about this many words of prose; a shorter stretch still gets one question. */
const WORDS_PER_QUESTION = 45;
const FEWEST_WORDS = 12;
/** A stretch with less than this share of the mean weight is thin: others get their second question before it gets its first. */
const THIN = 0.5;

/**
 * A stretch for every question that a lesson has room for, in the order in which to write them: the main topics of the lesson
 * first, and each stretch once before any a second time.
 * @param countQuestionsOn the number of existing questions on the stretch
 */
export function planStretches(
  stretches: readonly Stretch[],
  countQuestionsOn: (stretch: Stretch) => number = () => 0,
): Stretch[] {
  const usable = stretches.filter(({ wordCount }) => wordCount >= FEWEST_WORDS);
  const weights = weigh(usable);
  const mean = [...weights.values()].reduce((sum, weight) => sum + weight, 0) / Math.max(1, usable.length);
  return usable
    .toSorted((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0))
    .flatMap((stretch) => {
      const first = countQuestionsOn(stretch) + ((weights.get(stretch) ?? 0) < THIN * mean ? 1 : 0);
      return Array.from({ length: roomIn(stretch) }, (_, round) => ({ stretch, turn: first + round }));
    })
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ stretch }) => stretch);
}

const roomIn = ({ wordCount, hasSlides }: Stretch): number =>
  Math.max(1, Math.floor((wordCount * (hasSlides ? SLIDE_DENSITY : 1)) / WORDS_PER_QUESTION));

/** How many repeated words of the lesson are in each stretch. Words that occur once weigh nothing, so long stretches about the main terms lead. */
function weigh(stretches: readonly Stretch[]): ReadonlyMap<Stretch, number> {
  const counts = new Map<string, number>();
  for (const { text } of stretches)
    for (const word of listWords(text)) counts.set(stemWord(word), (counts.get(stemWord(word)) ?? 0) + 1);
  return new Map(
    stretches.map((stretch) => [
      stretch,
      [...contentStems(stretch.text)].reduce((sum, stem) => sum + Math.log(counts.get(stem) ?? 1), 0),
    ]),
  );
}

/** The levels of a mixed quiz. Neighbors are offered together, so the choice is between different levels. */
const MIXED: ReadonlyMap<BloomLevel, number> = new Map([
  ['understand', 0.3],
  ['apply', 0.25],
  ['remember', 0.25],
  ['analyze', 0.2],
]);
const MIXED_ESSAYS: readonly BloomLevel[] = ['understand', 'analyze', 'evaluate', 'apply'];
/** Choosing among given answers can test neither judging nor creating. */
const CHOICE_LEVELS: readonly BloomLevel[] = ['remember', 'understand', 'apply', 'analyze'];

interface LevelRequest {
  readonly answerStyle: 'multiple_choice' | 'essay';
  readonly levels?: readonly BloomLevel[];
  readonly count: number;
  /** Levels of the lesson's other questions: the mix is that of all of them. */
  readonly present?: readonly BloomLevel[];
}

/** Questions that are written together, and the levels from which their writer may choose. */
export interface OfferedLevels {
  readonly levels: readonly BloomLevel[];
  readonly count: number;
}

/**
 * Offers levels for one batch of questions after another, so that each level gets its share of the mix whatever the writer chooses.
 * Two questions that are written together take different levels.
 */
export class LevelPlan {
  readonly #budgets: ReadonlyMap<BloomLevel, number>;
  readonly #taken: BloomLevel[];
  readonly #offered = new Set<OfferedLevels>();
  readonly #total: number;

  constructor(request: LevelRequest) {
    const shares = sharesOf(request);
    this.#taken = (request.present ?? []).filter((level) => shares.has(level));
    this.#total = request.count + this.#taken.length;
    this.#budgets = new Map(
      [...shares].map(([level, share]) => [level, Math.ceil(share * this.#total - 1e-9)]),
    );
  }

  /** Whether a question of the request can be at any level at all. */
  get isEmpty(): boolean {
    return this.#budgets.size === 0;
  }

  /** The levels that are furthest behind their shares: a choice of two, and of three where the shares leave room for it. */
  offer(count: number): OfferedLevels {
    const lacks = [...this.#budgets].map(([level, budget]) => ({
      level,
      lack: budget - this.#countOf(level),
    }));
    const inWork = [...this.#offered].reduce((sum, offered) => sum + offered.count, 0);
    const room = lacks.reduce((sum, { lack }) => sum + Math.max(0, lack), 0);
    const isRoomy = room > this.#total - this.#taken.length - inWork;
    const levels = lacks
      .toSorted((one, other) => other.lack - one.lack)
      .filter(({ lack }, place) => place < 2 || (place === 2 && isRoomy && lack > 0))
      .map(({ level }) => level);
    const offered = { levels, count };
    this.#offered.add(offered);
    return offered;
  }

  /** Records the levels of the questions that an offer resulted in. */
  settle(offered: OfferedLevels, written: readonly BloomLevel[]): void {
    this.#offered.delete(offered);
    this.#taken.push(...written);
  }

  /** The questions at the level, and those in progress that may take it. */
  #countOf(level: BloomLevel): number {
    const inWork = [...this.#offered].filter(({ levels }) => levels.includes(level)).length;
    return inWork + this.#taken.filter((other) => other === level).length;
  }
}

function sharesOf({ answerStyle, levels = [] }: LevelRequest): ReadonlyMap<BloomLevel, number> {
  if (levels.length === 0 && answerStyle === 'multiple_choice') return MIXED;
  const named = levels.length === 0 ? MIXED_ESSAYS : levels;
  const possible = answerStyle === 'essay' ? named : named.filter((level) => CHOICE_LEVELS.includes(level));
  return new Map(possible.map((level) => [level, 1 / possible.length]));
}
