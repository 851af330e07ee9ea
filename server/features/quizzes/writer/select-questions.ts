import type { Criteria } from '#contract/wire-names.ts';
import { checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { isNumeric } from './check-form.ts';
import type { BloomLevel, Difficulty } from '#contract/quizzes.ts';
import type { WrittenQuestion } from './written-question.ts';

/** A candidate that may be drawn for a quiz. */
export interface Selectable {
  readonly question: WrittenQuestion;
  /** 0 to 1; the better the earlier it is drawn. */
  readonly score: number;
  /** Section of the lesson that its evidence is in. */
  readonly section: number;
}

export interface SelectionRequest {
  readonly count: number;
  readonly answerStyle: 'multiple_choice' | 'essay';
  /** Only these levels, in even shares; every level when left out or empty. */
  readonly levels?: readonly BloomLevel[];
  readonly difficulty?: Difficulty | 'mixed';
  readonly sections?: readonly number[];
  /** Only questions with evidence in these passages. */
  readonly passageIds?: readonly string[];
  /** Only questions with evidence on these pages. */
  readonly pages?: readonly number[];
  /** Short names of outcomes that come first; with `criteria: 'outcomes'` nothing else is drawn. */
  readonly outcomes?: readonly string[];
  readonly criteria?: Criteria;
  readonly seed: number;
}

/** What one more question of a section, level, difficulty or outcome costs for each that is in the quiz already. */
const REPEATED = { section: 0.12, level: 0.1, difficulty: 0.03, outcome: 0.05 } as const;
const CHOSEN_OUTCOME_BONUS = 2;
/**
 * What a question costs whose level, difficulty or outcome has its share already. Scores are at most 1: where the share
 * is the criterion, it comes before everything else; otherwise it outweighs all but a much better question.
 */
const OVER_SHARE = { criterion: 1, other: 0.2 } as const;
/** Chance puts the key among the longest in a quarter of the questions; a third is where it becomes a hint. */
const LONGEST_KEYS_SHARE = 0.3;

/**
 * Draws a quiz from a lesson's candidates: the best ones first, spread over sections and levels, no fact twice, the keys'
 * positions even and their lengths no hint. Pure: one seed, one quiz.
 * @returns the chosen candidates in the order of the quiz, at most `request.count`
 */
export function selectQuestions<T extends Selectable>(
  candidates: readonly T[],
  request: SelectionRequest,
): T[] {
  const left = candidates.filter((candidate) => isWanted(candidate, request));
  const shares = listShares(left, request);
  const chosen: T[] = [];
  const known: CheckedQuestion[] = [];
  let longest = 0;
  while (chosen.length < request.count && left.length > 0) {
    const index = findBest(left, chosen, { ...request, shares });
    const [candidate] = left.splice(index, 1);
    if (candidate === undefined) break;
    const checked = toChecked(candidate.question);
    const repeats = (checkSet([...known, checked]).at(-1) ?? []).some(
      ({ code }) => code === 'duplicate_stem' || code === 'same_fact',
    );
    const isLongest = isKeyLongest(candidate.question);
    const tooMany = isLongest && longest + 1 > Math.max(1, request.count * LONGEST_KEYS_SHARE);
    // A quiz of fewer questions is worse than one key too many that is the longest option.
    if (repeats || (tooMany && left.length >= request.count - chosen.length)) continue;
    if (isLongest) longest += 1;
    chosen.push(candidate);
    known.push(checked);
  }
  const placed = placeKeys(
    chosen.map(({ question }) => question),
    createRandom(request.seed),
  );
  return chosen.map((candidate, index) => ({ ...candidate, question: placed[index] ?? candidate.question }));
}

function isWanted({ question, section }: Selectable, request: SelectionRequest): boolean {
  const { levels = [], difficulty = 'mixed', sections = [], outcomes = [], criteria } = request;
  const { evidence } = question;
  if (question.type !== request.answerStyle) return false;
  if (levels.length > 0 && !levels.includes(question.blooms_taxonomy)) return false;
  if (difficulty !== 'mixed' && question.difficulty !== difficulty) return false;
  if (sections.length > 0 && !sections.includes(section)) return false;
  if (request.passageIds !== undefined && !request.passageIds.includes(evidence.passage_id)) return false;
  if (request.pages !== undefined && !request.pages.includes(evidence.page ?? 0)) return false;
  if (criteria !== 'outcomes') return true;
  return question.outcome !== null && (outcomes.length === 0 || outcomes.includes(question.outcome));
}

/** How many questions of each level, difficulty or outcome a quiz of even shares has. */
interface Share {
  readonly keyOf: (question: WrittenQuestion) => string | null;
  readonly counts: ReadonlyMap<string, number>;
  readonly cost: number;
}

function listShares(left: readonly Selectable[], request: SelectionRequest): Share[] {
  const { levels = [], outcomes = [], difficulty, criteria, count } = request;
  const shareOf = (keyOf: Share['keyOf'], cost: number): Share => {
    const keys = left.flatMap(({ question }) => keyOf(question) ?? []);
    return {
      keyOf,
      counts: shareEvenly(
        count,
        Map.groupBy(keys, (key) => key),
      ),
      cost,
    };
  };
  const outcomeOf = ({ outcome }: WrittenQuestion): string | null =>
    outcome !== null && (outcomes.length === 0 || outcomes.includes(outcome)) ? outcome : null;
  return [
    ...(levels.length > 1 || criteria === 'levels'
      ? [shareOf((question) => question.blooms_taxonomy, OVER_SHARE.criterion)]
      : []),
    ...(difficulty === 'mixed' || criteria === 'difficulty'
      ? [
          shareOf(
            (question) => question.difficulty,
            criteria === 'difficulty' ? OVER_SHARE.criterion : OVER_SHARE.other,
          ),
        ]
      : []),
    ...(outcomes.length > 1 || criteria === 'outcomes' ? [shareOf(outcomeOf, OVER_SHARE.criterion)] : []),
  ];
}

/** What the rare ones cannot fill, the others share. */
function shareEvenly(
  count: number,
  available: ReadonlyMap<string, readonly unknown[]>,
): ReadonlyMap<string, number> {
  const rarestFirst = [...available].toSorted(([, one], [, other]) => one.length - other.length);
  const shares = new Map<string, number>();
  let left = count;
  for (const [index, [key, { length }]] of rarestFirst.entries()) {
    const share = Math.min(length, Math.floor(left / (rarestFirst.length - index)));
    shares.set(key, share);
    left -= share;
  }
  return shares;
}

function costOfShares(
  question: WrittenQuestion,
  chosen: readonly Selectable[],
  shares: readonly Share[],
): number {
  let cost = 0;
  for (const { keyOf, counts, cost: each } of shares) {
    const key = keyOf(question);
    if (key === null) continue;
    const taken = chosen.filter((other) => keyOf(other.question) === key).length;
    if (taken >= (counts.get(key) ?? 0)) cost += each;
  }
  return cost;
}

function findBest(
  left: readonly Selectable[],
  chosen: readonly Selectable[],
  request: SelectionRequest & { readonly shares: readonly Share[] },
): number {
  const { outcomes = [], shares } = request;
  let best = 0;
  let bestWorth = -Infinity;
  for (const [index, { question, section, score }] of left.entries()) {
    const count = (same: (other: Selectable) => boolean): number => chosen.filter(same).length;
    const worth =
      score -
      REPEATED.section * count((other) => other.section === section) -
      REPEATED.level * count((other) => other.question.blooms_taxonomy === question.blooms_taxonomy) -
      REPEATED.difficulty * count((other) => other.question.difficulty === question.difficulty) -
      costOfShares(question, chosen, shares) -
      (question.outcome === null
        ? 0
        : REPEATED.outcome * count((other) => other.question.outcome === question.outcome)) +
      (question.outcome !== null && outcomes.includes(question.outcome) ? CHOSEN_OUTCOME_BONUS : 0);
    if (worth > bestWorth) [best, bestWorth] = [index, worth];
  }
  return best;
}

const toChecked = (question: WrittenQuestion): CheckedQuestion => ({
  ...question,
  quote: question.evidence.quote,
});

function isKeyLongest({ options }: WrittenQuestion): boolean {
  const key = options.find((option) => option.is_correct)?.text.length ?? 0;
  return options.length > 0 && options.every((option) => option.is_correct || option.text.length < key);
}

/** Shuffles the options so that a quiz's keys are spread evenly over the positions; numbers stay in order. */
export function placeKeys<T extends WrittenQuestion>(questions: readonly T[], random: () => number): T[] {
  const bags = new Map<number, number[]>();
  const takePlace = (optionCount: number): number => {
    let bag = bags.get(optionCount) ?? [];
    if (bag.length === 0) bag = shuffle([...Array(optionCount).keys()], random);
    const place = bag.pop() ?? 0;
    bags.set(optionCount, bag);
    return place;
  };
  return questions.map((question) => {
    if (question.options.length === 0 || isNumeric(question.options.map(({ text }) => text))) return question;
    const key = question.options.filter((option) => option.is_correct);
    const wrong = shuffle(
      question.options.filter((option) => !option.is_correct),
      random,
    );
    return { ...question, options: wrong.toSpliced(takePlace(question.options.length), 0, ...key) };
  });
}
