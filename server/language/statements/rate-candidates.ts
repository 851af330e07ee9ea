import type { Steps } from '#server/platform/in-turns.ts';
import type { LessonAnalysis } from '../analysis.ts';
import type { Sentence } from '../sentence.ts';
import type { Similarity } from '../similarity.ts';
import { readSignals, SIGNAL_NAMES, type Signals } from './candidate-signals.ts';
import type { Candidate } from './list-candidates.ts';

/**
 * How much each signal adds to the log odds that an instructor would name what the candidate states among the lesson's key
 * facts: a logistic regression (L2) over 1,438 candidates of sixteen lessons, rounded. With each of nine lessons left out in
 * turn, a key fact ranks above another candidate in 79 % of the pairs; signals that did not help there are not kept. The weight
 * of `keyFact` was chosen afterwards, on 110 lessons that the judge had not learnt then, with fourteen facts of each written down
 * in other words: it raises those that a summary covers by a fifth, with any weight from 0.4 to 0.6.
 */
const SIGNAL_WEIGHTS: Signals = {
  /** "X is a Y that …" */
  definition: 1.15,
  /** A definition, and how much the lesson makes of what it defines. */
  neededDefinition: 0.4,
  /** "A does P, whereas B does Q." */
  contrast: 0.15,
  /** Names the parts of something. */
  list: 0.2,
  /** The next sentence is also about it: "It …", "This …". */
  followed: 0.25,
  /** Began with "For example", "However", "Then": leans on what was said before. */
  connected: -0.35,
  /** A quantity; years do not count. */
  quantity: -0.3,
  /** One event of the past, in a lesson that is not history. */
  event: -0.2,
  /** What must, must never or may only be done. */
  rule: 0.25,
  past: -0.45,
  /** About one year, person or place, or an example. */
  specific: -0.5,
  /** "perhaps", "often", "some" */
  hedged: -0.6,
  cause: 0.1,
  /** "A chord is …", "Every lymphocyte …" */
  generic: 0.3,
  /** More than ten words. */
  long: -0.1,
  /** Fewer than nine: rarely more than a transition. */
  short: -0.5,
  /** How much of its sentence it keeps. */
  kept: 0.2,
  /** Near the beginning of its section. */
  early: 0.35,
  /** The first to speak of something that many speak of later. */
  introduces: 0.85,
  /** Holds the words of one of the course's outcomes. */
  outcome: 0.75,
  title: 0.4,
  heading: 0.45,
  /** Follows a question. */
  answers: 0.2,
  /** Contains the name of a person or thing. */
  nameFirst: -0.35,
  /** Near in meaning to the rest of the lesson. */
  centrality: 1.3,
  /** Made of the words that the lesson keeps coming back to. */
  commonWords: 1.25,
  /** The judge of answers takes it for a key fact. */
  keyFact: 0.5,
};

const BIAS = -2.85;

export interface RatedCandidate extends Candidate {
  /** The chance, 0 to 1, that it states one of the things to take away from the lesson. */
  readonly worth: number;
}

/**
 * The candidates in their order, rated.
 * @param keyFacts what {@link judgeKeyFacts} says of the sentences they come from; may be empty
 */
export function* rateCandidates(
  analysis: LessonAnalysis,
  candidates: readonly Candidate[],
  similarity: Similarity,
  keyFacts: ReadonlyMap<Sentence, number>,
): Steps<RatedCandidate[]> {
  const signals = yield* readSignals(analysis, candidates, similarity, keyFacts);
  return candidates.map((candidate, at) => {
    const read = signals[at];
    const odds = SIGNAL_NAMES.reduce((sum, name) => sum + SIGNAL_WEIGHTS[name] * (read?.[name] ?? 0), BIAS);
    return { ...candidate, worth: 1 / (1 + Math.exp(-odds)) };
  });
}
