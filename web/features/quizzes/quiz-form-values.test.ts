import { expect, test } from 'vitest';
import * as contract from '#contract/quizzes.ts';
import { questionsRequestToWire, type Criteria } from '#contract/wire-names.ts';
import * as choices from './quiz-choices.ts';
import { EMPTY_QUIZ_FORM, listInvalidFields, toGenerateRequest, withCourse } from './quiz-form-values.ts';

const onTheWire = (criteria: Criteria) => questionsRequestToWire({ criteria }).criteria;

const filled = { ...EMPTY_QUIZ_FORM, courseId: 1, lessonId: 2 };

test('the choices are those of the contract', () => {
  expect(choices.ANSWER_STYLES).toEqual(contract.ANSWER_STYLES);
  expect(choices.BLOOM_LEVELS).toEqual(contract.BLOOM_LEVELS);
  const { difficulty, criteria } = contract.generateQuestionsRequestOnTheWire.shape;
  expect(choices.DIFFICULTIES).toEqual(difficulty.unwrap().options);
  expect(choices.CRITERIA.map(onTheWire)).toEqual(criteria.unwrap().options);
  expect([choices.COUNT_MINIMUM, choices.COUNT_MAXIMUM, choices.COUNT_DEFAULT]).toEqual([
    contract.QUESTION_COUNT_MINIMUM,
    contract.QUESTION_COUNT_MAXIMUM,
    contract.QUESTION_COUNT_DEFAULT,
  ]);
});

test('course, lesson and a whole number from 1 to 50 are needed', () => {
  expect(listInvalidFields(EMPTY_QUIZ_FORM)).toEqual(['course']);
  expect(listInvalidFields({ ...filled, lessonId: null, count: '' })).toEqual(['lesson', 'count']);
  for (const count of [0, 51, 1.5, '', '-', Number.NaN]) {
    expect(listInvalidFields({ ...filled, count })).toEqual(['count']);
    expect(toGenerateRequest({ ...filled, count })).toBeUndefined();
  }
  for (const count of [1, 10, 50]) expect(listInvalidFields({ ...filled, count })).toEqual([]);
});

test('the request names what was chosen, and the server takes it', () => {
  const plain = toGenerateRequest(filled);
  expect(plain).toEqual({
    lesson_id: 2,
    answer_style: 'multiple_choice',
    question_count: 10,
    difficulty: 'mixed',
  });
  const full = toGenerateRequest({
    ...filled,
    name: '  Cells ',
    levels: ['apply'],
    difficulty: 'hard',
    outcomes: ['CELL'],
    criteria: 'outcomes',
  });
  expect(full).toMatchObject({
    name: 'Cells',
    taxonomy_levels: ['apply'],
    difficulty: 'hard',
    outcomes: ['CELL'],
    criteria: 'outcomes',
  });
  for (const request of [plain, full]) {
    if (request === undefined) throw new Error('A field is in the way.');
    expect(contract.generateQuestionsRequest.parse(questionsRequestToWire(request))).toEqual(request);
  }
});

test('another course drops the lesson and the outcomes of the former', () => {
  expect(withCourse({ ...filled, outcomes: ['CELL'], name: 'Mine' }, 7)).toEqual({
    ...filled,
    courseId: 7,
    lessonId: null,
    outcomes: [],
    name: 'Mine',
  });
});

test('without a strong model, a quiz is limited to what the writer can do and what is ready', () => {
  const ready = [
    { type: 'multiple_choice', blooms_taxonomy: 'apply', difficulty: 'hard' },
    { type: 'essay', blooms_taxonomy: 'create', difficulty: 'medium' },
  ] as const;
  expect(choices.limitsOf('strong', 'essay', [])).toBeUndefined();
  expect(choices.limitsOf('none', 'multiple_choice', [])).toEqual({
    levels: ['remember', 'understand'],
    noDifficulty: 'hard',
  });
  expect(choices.limitsOf('none', 'multiple_choice', ready)).toEqual({
    levels: ['remember', 'understand', 'apply'],
    noDifficulty: undefined,
  });
  expect(choices.limitsOf('small', 'essay', ready)).toEqual({
    levels: ['understand', 'analyze', 'create'],
    noDifficulty: 'easy',
  });
});
