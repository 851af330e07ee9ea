import type { CheckedItem, Criterion, Flaw } from './checked-item.ts';
import { findLogicalCue, findLongestKey, findShortestKey, findWordRepeat } from './cue-criteria.ts';
import { findClosedEssay, findMissingTask, findUnrelatedTasks } from './essay-criteria.ts';
import { findBlank, findTrueOrFalse, findUnfocusedStem } from './focus-criteria.ts';
import { findGrammaticalCue } from './grammar-criteria.ts';
import { boundItem } from './item-text.ts';
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
  readItem,
  type ItemReading,
} from './set-criteria.ts';
import type { LessonSource } from './source-criteria.ts';
import { findLooseEvidence, findSupportedDistractor, findUnsupportedKey } from './source-criteria.ts';
import {
  findAmbiguousReference,
  findGratuitousInformation,
  findNegativeStem,
  findTwoQuestions,
  findVagueTerm,
} from './stem-criteria.ts';

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
 * Holds one item against every criterion: the 19 item-writing flaws of Tarrant et al. (Nurse Education Today 26, 2006) as
 * rules (Moore et al., EC-TEL 2023, arXiv 2307.08161; SAQUET, AIED 2024), some of Haladyna, Downing and Rodriguez (2002),
 * criteria on essays and, where the lesson is given, the item's support in it.
 * @param source the lesson; left out for a question written by hand
 * @returns the flaws found, at most one of a criterion, in the order of the criteria; none for a sound item
 */
export function checkItem(item: CheckedItem, source?: LessonSource): Flaw[] {
  const bounded = boundItem(item);
  const flaws = CRITERIA.map((criterion) => criterion(bounded));
  if (source) flaws.push(findLooseEvidence(item, source));
  if (source?.support)
    flaws.push(findUnsupportedKey(bounded), findSupportedDistractor(bounded, source.support));
  return flaws.filter((flaw) => flaw !== null);
}

/**
 * Holds a set's items against each other: duplicate stems, one fact asked twice, and keys that stand in one place.
 * @returns for each item, in order, the flaws it has beside those before it
 */
export const checkSet = (items: readonly CheckedItem[]): Flaw[][] => [...checkSetInSteps(items)];

/** As {@link checkSet}, one item after the other, for callers that do something else in between. */
export function* checkSetInSteps(items: Iterable<CheckedItem>): Generator<Flaw[]> {
  const before: ItemReading[] = [];
  for (const item of items) {
    const reading = readItem(boundItem(item));
    yield [findDuplicateStem, findSameFact, findKeyPosition]
      .map((criterion) => criterion(reading, before))
      .filter((flaw) => flaw !== null);
    before.push(reading);
  }
}
