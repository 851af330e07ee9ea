import { expect, test } from 'vitest';
import { findNextDue, listDue, listWrong, recordAnswer, type Schedule } from './practice-schedule.ts';

const DAY = 86_400_000;

test('practices what was not fully right and may be shown', () => {
  const feedback = [
    { key: 1, points: 1, correct_option: 0 },
    { key: 2, points: 0, correct_option: 1 },
    { key: 3, points: null, correct_option: null, key_points: ['light'] },
    { key: 4, points: 0.5, correct_option: null, key_points: ['light'] },
    // Only the score is shown.
    { key: 5, points: 0 },
  ];
  expect(listWrong({ feedback })).toEqual([2, 4]);
});

test('a wrong question returns after three others, or at the end', () => {
  expect(recordAnswer([1, 2, 3, 4, 5], {}, false, 0).queue).toEqual([2, 3, 4, 1, 5]);
  expect(recordAnswer([1, 2], {}, false, 0).queue).toEqual([2, 1]);
  expect(recordAnswer([1], {}, false, 0).queue).toEqual([1]);
});

test('a right question returns after one, three and seven days, and then is learned', () => {
  let schedule: Schedule = {};
  let now = 0;
  for (const days of [1, 3, 7]) {
    expect(listDue([1], schedule, now)).toEqual([1]);
    schedule = recordAnswer([1], schedule, true, now).schedule;
    expect(listDue([1], schedule, now + days * DAY - 1)).toEqual([]);
    expect(findNextDue([1], schedule)).toBe(now + days * DAY);
    now += days * DAY;
  }
  schedule = recordAnswer([1], schedule, true, now).schedule;
  expect(listDue([1], schedule, now + 1000 * DAY)).toEqual([]);
  expect(findNextDue([1], schedule)).toBeUndefined();
});

test('a wrong answer starts over', () => {
  const known: Schedule = { 1: { box: 3, dueAt: 0 } };
  const { schedule } = recordAnswer([1], known, false, 5);
  expect(listDue([1], schedule, 5)).toEqual([1]);
  expect(recordAnswer([1], schedule, true, 5).schedule[1]).toEqual({ box: 1, dueAt: 5 + DAY });
});
