import type { FlawPlace } from '../../contract/quizzes.ts';

/** A question as the checker sees it, wherever it came from. Dependency-free: the editor checks while somebody types. */
export interface CheckedItem {
  /** The stem, with its code if it has any: see `items/stem-parts.ts`. */
  readonly text: string;
  readonly type: 'multiple_choice' | 'essay';
  readonly options: readonly CheckedOption[];
  /** Words of the lesson that the key rests on; null for a question written by hand. */
  readonly quote: string | null;
}

export interface CheckedOption {
  readonly text: string;
  readonly is_correct: boolean;
}

/** Every code a flaw can have; `FLAW_NAMES` gives each its name. */
export const FLAW_CODES = [
  'absolute_term',
  'all_of_the_above',
  'ambiguous_reference',
  'distractor_supported',
  'duplicate_options',
  'duplicate_stem',
  'essay_closed',
  'essay_no_task',
  'essay_unrelated_tasks',
  'evidence_not_verbatim',
  'fill_in_the_blank',
  'gratuitous_information',
  'grammatical_cue',
  'implausible_distractor',
  'k_type',
  'key_count',
  'key_longest',
  'key_position',
  'key_shortest',
  'key_unsupported',
  'logical_cue',
  'lost_sequence',
  'negative_stem',
  'none_of_the_above',
  'option_count',
  'overlapping_options',
  'same_fact',
  'true_or_false',
  'two_questions',
  'unfocused_stem',
  'vague_term',
  'word_repeat',
] as const;
export type FlawCode = (typeof FLAW_CODES)[number];

/** A fault in an item, as `flaw` of the contract has it. */
export interface Flaw {
  readonly code: FlawCode;
  /** What is wrong, in which words, and how to mend it. */
  readonly message: string;
  readonly place: FlawPlace;
  /** From 0, where one option is at fault. */
  readonly option_index: number | null;
  /** The words at fault, as they stand in the place: of a set, in the item's stem or options. */
  readonly words: string[];
}

/** An item as the criteria read it. Its texts are cut to `TEXT_LIMIT` characters. */
export interface ReadItem extends CheckedItem {
  /** The words of the stem: its code is no wording of the question. */
  readonly text: string;
  /** The code of the stem; empty when it has none. */
  readonly code: string;
}

/** One criterion: a flaw, or null. */
export type Criterion = (item: ReadItem) => Flaw | null;
