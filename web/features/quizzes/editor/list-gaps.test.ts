import { expect, test } from 'vitest';
import { makeEmptyQuestion, type EditorQuestion } from './editor-question.ts';
import { listGaps } from './list-gaps.ts';

const complete: EditorQuestion = {
  ...makeEmptyQuestion('multiple_choice'),
  text: 'Who?',
  options: [
    { key: '1', text: 'She', isCorrect: true },
    { key: '2', text: 'He', isCorrect: false },
  ],
};

test('a complete question has no gap, and an essay needs no options', () => {
  expect(listGaps([complete, { ...makeEmptyQuestion('essay'), text: 'Explain.' }])).toEqual([]);
});

test('lists unanswerable questions by number', () => {
  const [one, two] = complete.options;
  const gapsOf = (changed: Partial<EditorQuestion>): readonly string[] | undefined =>
    listGaps([complete, { ...complete, ...changed }])[0]?.gaps;
  expect(listGaps([complete, { ...complete, key: 'x', text: ' ' }])).toEqual([
    { key: 'x', number: 2, gaps: ['stem'] },
  ]);
  expect(gapsOf({ options: [one!] })).toEqual(['options']);
  expect(gapsOf({ options: [two!, two!] })).toEqual(['key']);
  expect(gapsOf({ options: [one!, one!] })).toEqual(['key']);
  expect(gapsOf({ options: [one!, { ...two!, text: ' ' }] })).toEqual(['optionText']);
});
