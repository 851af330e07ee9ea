import type { CheckedQuestion, Criterion, Flaw } from './checked-question.ts';
import { findLogicalCue, findLongestKey, findShortestKey, findWordRepeat } from './cue-criteria.ts';
import { findClosedEssay, findMissingTask, findUnrelatedTasks } from './essay-criteria.ts';
import { findBlank, findTrueOrFalse, findUnfocusedStem } from './focus-criteria.ts';
import { findGrammaticalCue } from './grammar-criteria.ts';
import { boundQuestion, evidenceFlaw, listPlacedWords, quoteText } from './question-text.ts';
import {
  findAbsoluteTerm,
  findAllOfTheAbove,
  findCombinedOptions,
  findImplausibleDistractor,
  findNoneOfTheAbove,
  findTooFewOptions,
  findWrongKeyCount,
} from './option-criteria.ts';
import { findDuplicateOptions, findLostSequence, findOverlappingOptions } from './option-set-criteria.ts';
import {
  findDuplicateStem,
  findKeyPosition,
  findSameFact,
  readQuestion,
  type QuestionReading,
} from './set-criteria.ts';
import {
  findAmbiguousReference,
  findGratuitousInformation,
  findNegativeStem,
  findTwoQuestions,
  findVagueTerm,
} from './stem-criteria.ts';

/** Evidence must be a verbatim part of a passage. The finding names the words at which it departs from the lesson. */
function findLooseEvidence({ quote }: CheckedQuestion, passages: readonly string[]): Flaw | null {
  if (quote === null || quote.trim() === '')
    return evidenceFlaw(
      'evidence_not_verbatim',
      [],
      'No evidence is given. Quote the sentence of the lesson that the correct option rests on.',
    );
  if (passages.some((passage) => passage.includes(quote))) return null;
  const words = listPlacedWords(quote);
  const endOf = (index: number): number => {
    const last = words[index];
    return last ? last.at + last.word.length : 0;
  };
  const stands = (index: number): boolean =>
    passages.some((passage) => passage.includes(quote.slice(0, endOf(index))));
  // The first word that follows the words before it in no passage. If a passage contains the words up to here, it contains any shorter start.
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (stands(middle)) low = middle + 1;
    else high = middle;
  }
  const strange = words[Math.min(low, words.length - 1)]?.word;
  return evidenceFlaw(
    'evidence_not_verbatim',
    strange === undefined ? [] : [strange],
    `The evidence does not appear in the lesson word for word${strange === undefined ? '' : `; it departs from it at ${quoteText(strange)}`}. Copy the sentence from the lesson.`,
  );
}

const CRITERIA: readonly Criterion[] = [
  findUnfocusedStem,
  findNegativeStem,
  findBlank,
  findTrueOrFalse,
  findGratuitousInformation,
  findAmbiguousReference,
  findTwoQuestions,
  findVagueTerm,
  findMissingTask,
  findClosedEssay,
  findUnrelatedTasks,
  findWrongKeyCount,
  findTooFewOptions,
  findDuplicateOptions,
  findOverlappingOptions,
  findNoneOfTheAbove,
  findAllOfTheAbove,
  findCombinedOptions,
  findAbsoluteTerm,
  findLostSequence,
  findImplausibleDistractor,
  findLongestKey,
  findShortestKey,
  findWordRepeat,
  findLogicalCue,
  findGrammaticalCue,
];

/**
 * Holds one question against every criterion: the 19 question-writing flaws of Tarrant et al. (Nurse Education Today 26, 2006) as
 * rules (Moore et al., EC-TEL 2023, arXiv 2307.08161; SAQUET, AIED 2024), some of Haladyna, Downing and Rodriguez (2002),
 * criteria on essays and, where the lesson is given, whether the evidence is in it.
 * @param passages of the lesson; left out for a question written by hand
 * @returns the flaws found, at most one of a criterion, in the order of the criteria; none for a valid question
 */
export function checkQuestion(question: CheckedQuestion, passages?: readonly string[]): Flaw[] {
  const bounded = boundQuestion(question);
  const flaws = CRITERIA.map((criterion) => criterion(bounded));
  if (passages) flaws.push(findLooseEvidence(question, passages));
  return flaws.filter((flaw) => flaw !== null);
}

/**
 * Compares the questions of a set: duplicate stems, a fact that two questions ask about, and keys in one position.
 * @returns for each question, in order, its flaws in comparison with earlier ones
 */
export const checkSet = (questions: readonly CheckedQuestion[]): Flaw[][] => [...checkSetInSteps(questions)];

/** As {@link checkSet}, one question after the other, for callers that do something else in between. */
export function* checkSetInSteps(questions: Iterable<CheckedQuestion>): Generator<Flaw[]> {
  const before: QuestionReading[] = [];
  for (const question of questions) {
    const reading = readQuestion(boundQuestion(question));
    yield holdAgainst(before, reading);
    before.push(reading);
  }
}

const holdAgainst = (before: readonly QuestionReading[], reading: QuestionReading): Flaw[] =>
  [findDuplicateStem, findSameFact, findKeyPosition]
    .map((criterion) => criterion(reading, before))
    .filter((flaw) => flaw !== null);

/** Reads a set once, to hold many questions against it, each by itself. */
export function createSetCheck(set: readonly CheckedQuestion[]): (question: CheckedQuestion) => Flaw[] {
  const before = set.map((question) => readQuestion(boundQuestion(question)));
  return (question) => holdAgainst(before, readQuestion(boundQuestion(question)));
}
