import { contentStems, overlap } from '../words.ts';
import type { CheckedItem, Criterion, Flaw } from './checked-item.ts';
import {
  findConvergence,
  findGrammaticalCue,
  findLogicalCue,
  findLongestKey,
  findWordRepeat,
} from './cue-criteria.ts';
import {
  findAbsoluteTerm,
  findAllOfTheAbove,
  findCombinedOptions,
  findDuplicateOptions,
  findImplausibleDistractor,
  findLostSequence,
  findNoneOfTheAbove,
  findOverlappingOptions,
  findWrongCount,
} from './option-criteria.ts';
import type { LessonSource } from './source-criteria.ts';
import { findLooseEvidence, findSupportedDistractor, findUnsupportedKey } from './source-criteria.ts';
import {
  findAmbiguousReference,
  findBlank,
  findGratuitousInformation,
  findNegativeStem,
  findTrueOrFalse,
  findUnfocusedStem,
  findVagueTerm,
} from './stem-criteria.ts';

const CRITERIA: readonly Criterion[] = [
  findUnfocusedStem,
  findNegativeStem,
  findBlank,
  findTrueOrFalse,
  findGratuitousInformation,
  findAmbiguousReference,
  findVagueTerm,
  findWrongCount,
  findDuplicateOptions,
  findOverlappingOptions,
  findNoneOfTheAbove,
  findAllOfTheAbove,
  findCombinedOptions,
  findAbsoluteTerm,
  findLostSequence,
  findImplausibleDistractor,
  findLongestKey,
  findWordRepeat,
  findLogicalCue,
  findConvergence,
  findGrammaticalCue,
];

/**
 * Holds one item against every criterion: the item-writing flaws of Tarrant et al. (2006) as rules (Moore et al., EC-TEL
 * 2023, arXiv 2307.08161; SAQUET, AIED 2024) and, where the lesson is given, the item's support in it.
 * @param source the lesson; left out for a question written by hand
 * @returns the flaws found, none for a sound item
 */
export function checkItem(item: CheckedItem, source?: LessonSource): Flaw[] {
  const flaws = CRITERIA.map((criterion) => criterion(item));
  if (source)
    flaws.push(
      findLooseEvidence(item, source),
      findUnsupportedKey(item),
      findSupportedDistractor(item, source),
    );
  return flaws.filter((flaw) => flaw !== null);
}

/**
 * Holds a set's items against each other: duplicate stems, and one fact asked twice.
 * @returns for each item, in order, the flaws it has beside those before it
 */
export function checkSet(items: readonly CheckedItem[]): Flaw[][] {
  const stems = items.map((item) => contentStems(item.text));
  const keys = items.map((item) =>
    contentStems(item.options.find((option) => option.is_correct)?.text ?? ''),
  );
  return items.map((item, index) => {
    const flaws: Flaw[] = [];
    const stem = stems[index] ?? new Set();
    const key = keys[index] ?? new Set();
    for (let before = 0; before < index; before += 1) {
      const earlier = items[before];
      const earlierStem = stems[before] ?? new Set();
      if (!earlier) continue;
      if (earlier.text.trim().toLowerCase() === item.text.trim().toLowerCase()) {
        flaws.push({
          code: 'duplicate_stem',
          message: `Question ${before + 1} has the same stem. Ask something else.`,
        });
      } else if (
        item.type === earlier.type &&
        saysTheSame(stem, key, earlierStem, keys[before] ?? new Set())
      ) {
        flaws.push({
          code: 'same_fact',
          message: `Question ${before + 1} asks for the same fact. Ask for another.`,
        });
      }
    }
    return flaws;
  });
}

function saysTheSame(
  stem: ReadonlySet<string>,
  key: ReadonlySet<string>,
  otherStem: ReadonlySet<string>,
  otherKey: ReadonlySet<string>,
): boolean {
  const all = new Set([...stem, ...key]);
  const otherAll = new Set([...otherStem, ...otherKey]);
  return key.size > 0 && overlap(all, otherAll) > 0.75;
}
