import type { ComposedQuestion } from '#server/features/quizzes/writer/compose/composed-question.ts';

/** A question that missed something, kept to be read. */
export interface Failure {
  readonly lesson: string;
  readonly kind: string;
  readonly question: ComposedQuestion;
  readonly detail: string;
}

/** Counts over one or more sets of questions. All are numbers of questions unless they say otherwise. */
export interface QuestionTally {
  sets: number;
  asked: number;
  made: number;
  /** The quote is verbatim and supports the key. */
  cited: number;
  /** At most one flaw by `contract/question-rules/`. */
  atMostOneFlaw: number;
  /** At most one of the 19 criteria by the second implementation. */
  atMostOneBroken: number;
  readonly broken: Map<string, number>;
  /** Multiple-choice questions: what the figures on options are shares of. */
  worded: number;
  keyLongest: number;
  /** Sum over the questions of the key's length to the mean length of the wrong answers. */
  lengthRatios: number;
  readonly positions: number[];
  readonly expected: number[];
  overlappingOptions: number;
  supportedDistractors: number;
  /** By the second, blunter search: to be read, not counted against anybody. */
  suspectDistractors: number;
  duplicateStems: number;
  sameFacts: number;
  levelFound: number;
  /** Sum over the sets of the share of the lesson's sections that they touch. */
  sectionShare: number;
  readonly failures: Failure[];
}

export function emptyTally(): QuestionTally {
  return {
    sets: 0,
    asked: 0,
    made: 0,
    cited: 0,
    atMostOneFlaw: 0,
    atMostOneBroken: 0,
    broken: new Map(),
    worded: 0,
    keyLongest: 0,
    lengthRatios: 0,
    positions: [0, 0, 0, 0],
    expected: [0, 0, 0, 0],
    overlappingOptions: 0,
    supportedDistractors: 0,
    suspectDistractors: 0,
    duplicateStems: 0,
    sameFacts: 0,
    levelFound: 0,
    sectionShare: 0,
    failures: [],
  };
}

const SUMS = [
  'sets',
  'asked',
  'made',
  'cited',
  'atMostOneFlaw',
  'atMostOneBroken',
  'worded',
  'keyLongest',
  'lengthRatios',
  'overlappingOptions',
  'supportedDistractors',
  'suspectDistractors',
  'duplicateStems',
  'sameFacts',
  'levelFound',
  'sectionShare',
] as const satisfies (keyof QuestionTally)[];

/** One tally over all. */
export function addTallies(tallies: readonly QuestionTally[]): QuestionTally {
  const all = emptyTally();
  for (const tally of tallies) {
    for (const name of SUMS) all[name] += tally[name];
    for (const [name, count] of tally.broken) all.broken.set(name, (all.broken.get(name) ?? 0) + count);
    for (const place of all.positions.keys()) {
      all.positions[place] = (all.positions[place] ?? 0) + (tally.positions[place] ?? 0);
      all.expected[place] = (all.expected[place] ?? 0) + (tally.expected[place] ?? 0);
    }
    all.failures.push(...tally.failures);
  }
  return all;
}
