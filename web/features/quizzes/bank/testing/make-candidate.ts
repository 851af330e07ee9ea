import type { BankCandidate } from '#contract/question-bank.ts';

/** A candidate for tests. */
export const makeCandidate = (changes: Partial<BankCandidate> = {}): BankCandidate => ({
  id: 1,
  lesson_id: 1,
  text: 'What is a delta?',
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: [
    { text: 'Land that grows where a river meets the sea', is_correct: true },
    { text: 'A river that runs fast', is_correct: false },
  ],
  explanation: 'The lesson says so.',
  evidence: { quote: 'a delta', page: 1, start_second: null, end_second: null, passage_id: 'p' },
  flaws: [],
  key_points: [],
  rubric: null,
  written_by: 'composer',
  is_draft: false,
  section: 0,
  section_title: 'Rivers',
  used_in: [],
  is_edited: false,
  created_at: '2026-11-21T10:00:00Z',
  ...changes,
});
