import { expect, test } from 'vitest';
import { emptyCourseForm, isHalfFilled, readCourseForm, readInstructorId } from './read-course-form.ts';

const FORM = { ...emptyCourseForm(7, 'Physics'), title: ' Waves ', description: 'Of light.' };

test('only outcomes with both fields are sent', () => {
  const outcomes = [
    { short_name: 'A', description: '' },
    { short_name: ' B ', description: 'Bends light.' },
    { short_name: '', description: 'Lost' },
  ];
  expect(readCourseForm({ ...FORM, outcomes })).toEqual({
    request: {
      title: 'Waves',
      description: 'Of light.',
      department: 'Physics',
      instructor_id: 7,
      outcomes: [{ short_name: 'B', description: 'Bends light.' }],
    },
  });
  expect(outcomes.map(isHalfFilled)).toEqual([true, false, true]);
});

test('a required field that is blank is named', () => {
  expect(readCourseForm({ ...FORM, title: '  ', department: '' })).toMatchObject({
    problems: ['title', 'department'].map((field) => ({
      field,
      message: 'Please fill out all required fields for course details.',
    })),
  });
});

test('shows the problem of an outcome at its row, not at its index in the request', () => {
  const outcomes = [
    { short_name: 'A', description: '' },
    { short_name: 'TOOLONG', description: 'Six letters and one more.' },
  ];
  expect(readCourseForm({ ...FORM, outcomes })).toMatchObject({
    problems: [{ field: 'outcomes.1.short_name', message: 'Must be 5 characters or fewer.' }],
  });
});

test.each([
  ['12', 12],
  [' 3 ', 3],
  ['abc', 1],
  ['', 1],
  ['0', 1],
  ['-4', 1],
])('the instructor id %j is read as %i', (text, id) => {
  expect(readInstructorId(text)).toBe(id);
});
