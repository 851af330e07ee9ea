import { expect, test } from 'vitest';
import * as contract from '#contract/quizzes.ts';
import { questionsRequestToWire } from '#contract/wire-names.ts';
import { canWrite, limitsOf } from './quiz-choices.ts';
import { EMPTY_QUIZ_FORM, listInvalidFields, toGenerateRequest, withCourse } from './quiz-form-values.ts';

const filled = { ...EMPTY_QUIZ_FORM, courseId: 1, lessonId: 2 };

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
  const former = { ...filled, outcomes: ['CELL'], criteria: 'outcomes', name: 'Mine' } as const;
  expect(withCourse(former, 7)).toEqual({
    ...filled,
    criteria: 'levels',
    courseId: 7,
    lessonId: null,
    outcomes: [],
    name: 'Mine',
  });
});

test.each<['none' | 'small' | 'strong', Partial<contract.GenerateQuestionsRequest>, boolean]>([
  ['strong', { difficulty: 'hard' }, true],
  ['none', {}, false],
  ['small', {}, true],
  ['small', { difficulty: 'hard' }, false],
  ['small', { taxonomy_levels: ['apply'] }, false],
  ['small', { taxonomy_levels: ['apply', 'remember'] }, true],
  ['small', { answer_style: 'essay' }, false],
])('a %s model writes %j: %s', (strength, choices, expected) => {
  const request = { lesson_id: 1, answer_style: 'multiple_choice', question_count: 5 } as const;
  expect(canWrite(strength, { ...request, ...choices })).toBe(expected);
});

test('without a strong model, a quiz is limited to what the writer can do and what is ready', () => {
  const ready = [
    { type: 'multiple_choice', blooms_taxonomy: 'apply', difficulty: 'hard' },
    { type: 'essay', blooms_taxonomy: 'create', difficulty: 'medium' },
  ] as const;
  expect(limitsOf('strong', 'essay', [])).toBeUndefined();
  expect(limitsOf('none', 'multiple_choice', [])).toEqual({ levels: [], difficulties: [] });
  expect(limitsOf('none', 'multiple_choice', ready)).toEqual({ levels: ['apply'], difficulties: ['hard'] });
  expect(limitsOf('small', 'multiple_choice', ready)).toEqual({
    levels: ['remember', 'understand', 'apply'],
    difficulties: ['easy', 'medium', 'hard'],
  });
  expect(limitsOf('small', 'essay', ready)).toEqual({ levels: ['create'], difficulties: ['medium'] });
});
