import { expect, test } from 'vitest';
import { EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import * as contract from '#contract/quiz-import.ts';
import { IMPORT_FILE_BYTES, QUIZ_QUESTIONS_MAXIMUM } from './import-limits.ts';

test('the limits are those of the contract', () => {
  expect(IMPORT_FILE_BYTES).toBe(contract.IMPORT_FILE_BYTES);
  expect(QUIZ_QUESTIONS_MAXIMUM).toBe(EDITED_QUESTIONS_MAXIMUM);
});
