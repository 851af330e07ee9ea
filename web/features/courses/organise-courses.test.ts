import { expect, test } from 'vitest';
import type { Course } from '#contract/courses.ts';
import { listDepartments, organiseCourses } from './organise-courses.ts';

const course = (id: number, fields: Partial<Course>): Course => ({
  id,
  title: `Course ${id}`,
  description: '',
  department: 'Physics',
  instructor_id: 1,
  outcomes: [],
  lesson_count: 0,
  latest_lesson: null,
  is_pinned: false,
  is_demo: false,
  created_at: `2026-01-0${id}T00:00:00.000Z`,
  updated_at: `2026-01-0${id}T00:00:00.000Z`,
  ...fields,
});

const COURSES = [
  course(1, { title: 'Análisis 10', department: 'Maths' }),
  course(2, {
    title: 'Análisis 9',
    department: 'Maths',
    outcomes: [{ short_name: 'LIM', description: 'Limits' }],
  }),
  course(3, { title: 'Waves', description: 'Of light and sound', is_pinned: true }),
];
const ALL = { search: '', department: '', sort: 'newest' } as const;
const idsOf = (filter: Partial<Parameters<typeof organiseCourses>[1]>): number[] =>
  organiseCourses(COURSES, { ...ALL, ...filter }, 'en').map(({ id }) => id);

test('pinned courses come first in every order', () => {
  expect(idsOf({})).toEqual([3, 2, 1]);
  expect(idsOf({ sort: 'oldest' })).toEqual([3, 1, 2]);
  expect(idsOf({ sort: 'title' })).toEqual([3, 2, 1]);
  expect(idsOf({ sort: 'department' })).toEqual([3, 2, 1]);
});

test('requires every word of a search in any order and ignores accents', () => {
  expect(idsOf({ search: '  ANALISIS maths ' })).toEqual([2, 1]);
  expect(idsOf({ search: 'limits' })).toEqual([2]);
  expect(idsOf({ search: 'light maths' })).toEqual([]);
  expect(idsOf({ search: '(' })).toEqual([]);
});

test('a department shows only its courses, and each department is listed once', () => {
  expect(idsOf({ department: 'Physics' })).toEqual([3]);
  expect(listDepartments(COURSES, 'en')).toEqual(['Maths', 'Physics']);
});
