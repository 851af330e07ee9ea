/** A question as the checker sees it, wherever it came from. Dependency-free: the editor checks while somebody types. */
export interface CheckedItem {
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

/** A fault in an item. `message` names the words at fault and how to mend them. */
export interface Flaw {
  readonly code: FlawCode;
  readonly message: string;
}

export type FlawCode =
  | 'absolute_term'
  | 'all_of_the_above'
  | 'ambiguous_reference'
  | 'convergence'
  | 'distractor_supported'
  | 'duplicate_options'
  | 'duplicate_stem'
  | 'evidence_not_verbatim'
  | 'fill_in_the_blank'
  | 'gratuitous_information'
  | 'grammatical_cue'
  | 'implausible_distractor'
  | 'k_type'
  | 'key_count'
  | 'key_longest'
  | 'key_unsupported'
  | 'logical_cue'
  | 'lost_sequence'
  | 'negative_stem'
  | 'none_of_the_above'
  | 'option_count'
  | 'overlapping_options'
  | 'same_fact'
  | 'true_or_false'
  | 'unfocused_stem'
  | 'vague_term'
  | 'word_repeat';

/** One criterion: a flaw, or null. */
export type Criterion = (item: CheckedItem) => Flaw | null;
