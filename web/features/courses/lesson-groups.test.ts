import { expect, test } from 'vitest';
import type { LessonListItem } from '#contract/lessons.ts';
import { groupLessons, moveEntry } from './lesson-groups.ts';

const lesson = (id: number, topic: string) => ({ id, topic }) as LessonListItem;

test('groups lessons by topic, in the order of their first lessons', () => {
  const lessons = [lesson(1, 'Week 2'), lesson(2, ''), lesson(3, 'Week 1'), lesson(4, 'Week 2')];
  expect(groupLessons(lessons).map(({ topic, lessons: of }) => [topic, of.map(({ id }) => id)])).toEqual([
    ['Week 2', [1, 4]],
    ['', [2]],
    ['Week 1', [3]],
  ]);
});

test('moves an entry to another place, and nothing beyond the ends', () => {
  expect(moveEntry(['a', 'b', 'c'], 1, 0)).toEqual(['b', 'a', 'c']);
  expect(moveEntry(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveEntry(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveEntry(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});
