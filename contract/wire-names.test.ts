import { expect, test } from 'vitest';
import { generateQuestionsRequest } from './quizzes.ts';
import { fromWire, questionsRequestToWire, toWire } from './wire-names.ts';

test('renames what has another name on the wire, there and back', () => {
  const wire = { id: 7, docsource_id: 'ds_1', video_id: null, title: 'Cells' };
  const named = { id: 7, document_source_id: 'ds_1', transcription_id: null, title: 'Cells' };
  expect(fromWire(wire)).toEqual(named);
  expect(toWire(named)).toEqual(wire);
});

test('keeps a key that an object inherits a name for', () => {
  expect(fromWire({ constructor: 1, toString: 2 })).toEqual({ constructor: 1, toString: 2 });
});

test.each([
  [{ criteria: 'mcq' }, { criteria: 'levels' }],
  [{ criteria: 'outcomes' }, { criteria: 'outcomes' }],
  [{}, {}],
])('reads the request %j and writes it again', (wire, named) => {
  const request = { lesson_id: 1, answer_style: 'essay' };
  const parsed = generateQuestionsRequest.parse({ ...request, n: 3, ...wire });
  expect(parsed).toEqual({ ...request, question_count: 3, ...named });
  expect(questionsRequestToWire(parsed)).toEqual({ ...request, n: 3, ...wire });
});
