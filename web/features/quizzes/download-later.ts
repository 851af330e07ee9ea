import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';

/** Saves the set as a file; what writes it is loaded with the first download. */
export function downloadLater(set: QuestionSetWithQuestions): void {
  void import('./download-question-set.ts').then(({ downloadQuestionSet }) => downloadQuestionSet(set));
}
