/** Every code a flaw can have. */
export const FLAW_CODES = [
  'absolute_term',
  'all_of_the_above',
  'ambiguous_reference',
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

/** Flaws that earlier versions found. Stored dismissals may have them. */
export const FORMER_FLAW_CODES = ['distractor_supported', 'key_unsupported'] as const;
