import { expect, test } from 'vitest';
import type { CellKind } from '#contract/exam-cells.ts';
import { USUAL_MINUTES, type ExamBlueprint } from '#contract/exams.ts';
import { countIn, readCount, readMinutes, withCount, withLesson, withMinutes } from './change-blueprint.ts';

const KIND: CellKind = { outcome: 'A', level: 'apply', answer_style: 'essay' };
const BLUEPRINT: ExamBlueprint = {
  name: 'Midterm',
  lesson_ids: [1],
  version_count: 1,
  minutes: USUAL_MINUTES,
  cells: [],
};

test('a cell is set, changed and emptied', () => {
  const set = withCount(BLUEPRINT, KIND, 3);
  expect(countIn(set.cells, KIND)).toBe(3);
  expect(countIn(set.cells, { ...KIND, outcome: null })).toBe(0);
  expect(withCount(set, KIND, 4).cells).toEqual([{ ...KIND, count: 4 }]);
  expect(withCount(set, KIND, 0).cells).toEqual([]);
});

test('lessons are chosen and left out', () => {
  expect(withLesson(BLUEPRINT, 2, true).lesson_ids).toEqual([1, 2]);
  expect(withLesson(BLUEPRINT, 1, false).lesson_ids).toEqual([]);
});

test('minutes change for one style and level', () => {
  const { minutes } = withMinutes(BLUEPRINT, KIND, 12);
  expect([minutes.essay.apply, minutes.essay.create]).toEqual([12, USUAL_MINUTES.essay.create]);
  expect(minutes.multiple_choice).toEqual(USUAL_MINUTES.multiple_choice);
});

test.each([
  ['', 0],
  [' 7 ', 7],
  ['100', 100],
  ['101', undefined],
  ['-1', undefined],
  ['2.5', undefined],
  ['many', undefined],
])('reads the count %j as %j', (text, count) => {
  expect(readCount(text, 100)).toBe(count);
});

test.each([
  ['1', 1],
  ['1,5', 1.5],
  ['0.5', 0.5],
  ['0', undefined],
  ['241', undefined],
  ['', undefined],
  ['soon', undefined],
])('reads the minutes %j as %j', (text, minutes) => {
  expect(readMinutes(text)).toBe(minutes);
});
