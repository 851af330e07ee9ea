import type { EditedQuestion } from '#contract/question-editing.ts';

/** A new question, as the editor creates it. */
export const BLANK_QUESTION: EditedQuestion = {
  text: '',
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: [],
  explanation: '',
  evidence: null,
  key_points: [],
  rubric: null,
  written_by: 'instructor',
  is_draft: false,
  dismissed_flaws: [],
};
