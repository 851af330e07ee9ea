import { expect, test } from 'vitest';
import { editCandidateRequest } from '#contract/question-bank.ts';
import {
  ANSWER_MAXIMUM_LENGTH,
  ANSWERS_MAXIMUM,
  EXPLANATION_MAXIMUM_LENGTH,
  listProblems,
  STEM_MAXIMUM_LENGTH,
  toEditRequest,
  toValues,
  withAddedAnswer,
  withAnswerText,
  withoutAnswer,
  withRightAnswer,
} from './candidate-values.ts';
import { makeCandidate } from './testing/make-candidate.ts';

const values = toValues(makeCandidate());

test('a candidate as it is has no problems and is sent back as it is', () => {
  expect(listProblems(values)).toEqual([]);
  const { text, options, explanation } = makeCandidate();
  expect(toEditRequest(values)).toEqual({ text, options, explanation });
});

test('an empty question, an empty answer and identical answers are problems at their fields', () => {
  expect(listProblems({ ...values, text: ' ' })).toEqual([{ field: 'text', problem: 'text' }]);
  expect(listProblems(withAnswerText(values, 1, ''))).toEqual([
    { field: 'answer', key: 1, problem: 'answer' },
  ]);
  const same = withAnswerText(values, 1, ` ${values.answers[0]!.text.toUpperCase()} `);
  expect(listProblems(same)).toEqual([{ field: 'answer', key: 1, problem: 'twoAlike' }]);
});

test('exactly one answer is right, also after the right one is removed', () => {
  const changed = withRightAnswer(values, 1);
  expect(changed.answers.map(({ isRight }) => isRight)).toEqual([false, true]);
  expect(listProblems(withoutAnswer(changed, 1))).toContainEqual({ field: 'key', problem: 'key' });
});

test('an added answer gets a key that no other has', () => {
  const keys = withAddedAnswer(withoutAnswer(values, 0)).answers.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('an essay question has no answers to mark', () => {
  expect(listProblems(toValues(makeCandidate({ type: 'essay', options: [] })))).toEqual([]);
});

test('the limits are those of the contract', () => {
  const accepts = (stem: number, answer: number, answers: number, explanation: number): boolean =>
    editCandidateRequest.safeParse({
      text: 'x'.repeat(stem),
      options: Array.from({ length: answers }, () => ({ text: 'x'.repeat(answer), is_correct: false })),
      explanation: 'x'.repeat(explanation),
    }).success;
  const most: [number, number, number, number] = [
    STEM_MAXIMUM_LENGTH,
    ANSWER_MAXIMUM_LENGTH,
    ANSWERS_MAXIMUM,
    EXPLANATION_MAXIMUM_LENGTH,
  ];
  expect(accepts(...most)).toBe(true);
  for (const [place, limit] of most.entries()) {
    const over: typeof most = [...most];
    over[place] = limit + 1;
    expect(accepts(...over)).toBe(false);
  }
});
