import { describe, expect, test } from 'vitest';
import { readLesson } from '#server/language/testing/read-lesson.ts';
import { planTasks } from './plan-tasks.ts';
import { listStretches } from '#server/language-model/stretches.ts';

const stretches = listStretches(readLesson('biology').passages);
const plan = (more: Partial<Parameters<typeof planTasks>[1]> = {}) =>
  planTasks(stretches, { answerStyle: 'multiple_choice', seed: 1, ...more });

describe('planTasks', () => {
  test('asks about every stretch before it asks about one a second time', () => {
    const first = plan().slice(0, stretches.length);
    expect(new Set(first.map(({ stretch }) => stretch)).size).toBe(stretches.length);
  });

  test('mixes the levels at any length of the quiz', () => {
    for (const length of [4, 8, 12]) {
      const levels = plan()
        .slice(0, length)
        .map(({ level }) => level);
      for (const level of ['remember', 'understand', 'apply', 'analyze'] as const) {
        const count = levels.filter((other) => other === level).length;
        expect(count).toBeGreaterThanOrEqual(Math.floor(length * 0.2) - 1);
        expect(count).toBeLessThanOrEqual(Math.ceil(length * 0.3) + 1);
      }
    }
  });

  test('keeps to the levels asked for', () => {
    const tasks = plan({ levels: ['apply'] });
    expect(tasks.length).toBeGreaterThan(0);
    expect(tasks.every(({ level }) => level === 'apply')).toBe(true);
  });

  test('plans no multiple-choice question at a level that choosing cannot test', () => {
    expect(plan({ levels: ['evaluate', 'create'] })).toEqual([]);
    expect(plan({ levels: ['evaluate'], answerStyle: 'essay' }).length).toBeGreaterThan(0);
  });

  test('gives one question to a lesson of one sentence', () => {
    const [passage] = readLesson('biology').passages;
    const text = 'Osmosis is the movement of water through a membrane towards the side with more solute.';
    const tiny = listStretches([{ ...passage!, text }]);
    expect(planTasks(tiny, { answerStyle: 'multiple_choice', seed: 1 })).toHaveLength(1);
  });
});
