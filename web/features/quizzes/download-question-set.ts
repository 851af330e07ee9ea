import type { QuestionSetWithQuestions } from '../../../contract/quizzes.ts';
import { nameQuestionSetFile, writeQuestionSetCsv } from './question-set-csv.ts';

/** Has the browser save the set as a file. */
export function downloadQuestionSet(set: QuestionSetWithQuestions): void {
  const file = new Blob([writeQuestionSetCsv(set)], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = nameQuestionSetFile(set.question_set.name, new Date());
  link.click();
  // Some browsers read the address only after this step.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
