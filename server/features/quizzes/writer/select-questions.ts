import { checkSet } from '../../../../items/checks/check-item.ts';
import type { CheckedItem } from '../../../../items/checks/checked-item.ts';
import { createRandom } from '../../../language/random.ts';
import type { BloomLevel, ComposedQuestion, Difficulty } from './compose/composed-question.ts';
import { placeKeys } from './place-keys.ts';

/** A candidate that may be drawn for a quiz. */
export interface Selectable {
  readonly question: ComposedQuestion;
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
  /** Short names of outcomes that come first; with `criteria: 'outcomes'` nothing else is drawn. */
  readonly outcomes?: readonly string[];
  readonly criteria?: 'mcq' | 'difficulty' | 'outcomes';
  readonly seed: number;
}

/** What one more question of a section, level, difficulty or outcome costs for each that is in the quiz already. */
const REPEATED = { section: 0.12, level: 0.1, difficulty: 0.03, outcome: 0.05 } as const;
const CHOSEN_OUTCOME_BONUS = 0.5;
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
  const chosen: T[] = [];
  const items: CheckedItem[] = [];
  let longest = 0;
  while (chosen.length < request.count && left.length > 0) {
    const index = findBest(left, chosen, request);
    const [candidate] = left.splice(index, 1);
    if (candidate === undefined) break;
    const item = itemOf(candidate.question);
    const repeats = (checkSet([...items, item]).at(-1) ?? []).some(
      ({ code }) => code === 'duplicate_stem' || code === 'same_fact',
    );
    const isLongest = isKeyLongest(candidate.question);
    const tooMany = isLongest && longest + 1 > Math.max(1, request.count * LONGEST_KEYS_SHARE);
    // A quiz of fewer questions is worse than one key too many that is the longest option.
    if (repeats || (tooMany && left.length >= request.count - chosen.length)) continue;
    if (isLongest) longest += 1;
    chosen.push(candidate);
    items.push(item);
  }
  const placed = placeKeys(
    chosen.map(({ question }) => question),
    createRandom(request.seed),
  );
  return chosen.map((candidate, index) => ({ ...candidate, question: placed[index] ?? candidate.question }));
}

function isWanted({ question, section }: Selectable, request: SelectionRequest): boolean {
  const { levels = [], difficulty = 'mixed', sections = [], outcomes = [], criteria } = request;
  if (question.type !== request.answerStyle) return false;
  if (levels.length > 0 && !levels.includes(question.blooms_taxonomy)) return false;
  if (difficulty !== 'mixed' && question.difficulty !== difficulty) return false;
  if (sections.length > 0 && !sections.includes(section)) return false;
  if (criteria !== 'outcomes') return true;
  return question.outcome !== null && (outcomes.length === 0 || outcomes.includes(question.outcome));
}

function findBest(
  left: readonly Selectable[],
  chosen: readonly Selectable[],
  request: SelectionRequest,
): number {
  const { outcomes = [], criteria } = request;
  let best = 0;
  let bestWorth = -Infinity;
  for (const [index, { question, section, score }] of left.entries()) {
    const count = (same: (other: Selectable) => boolean): number => chosen.filter(same).length;
    const difficultyWeight = criteria === 'difficulty' ? 4 : 1;
    const worth =
      score -
      REPEATED.section * count((other) => other.section === section) -
      REPEATED.level * count((other) => other.question.blooms_taxonomy === question.blooms_taxonomy) -
      REPEATED.difficulty *
        difficultyWeight *
        count((other) => other.question.difficulty === question.difficulty) -
      (question.outcome === null
        ? 0
        : REPEATED.outcome * count((other) => other.question.outcome === question.outcome)) +
      (question.outcome !== null && outcomes.includes(question.outcome) ? CHOSEN_OUTCOME_BONUS : 0);
    if (worth > bestWorth) [best, bestWorth] = [index, worth];
  }
  return best;
}

const itemOf = (question: ComposedQuestion): CheckedItem => ({ ...question, quote: question.evidence.quote });

function isKeyLongest({ options }: ComposedQuestion): boolean {
  const key = options.find((option) => option.is_correct)?.text.length ?? 0;
  return options.length > 0 && options.every((option) => option.is_correct || option.text.length < key);
}
