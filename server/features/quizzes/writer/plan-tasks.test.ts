import { describe, expect, test } from 'vitest';
import type { BloomLevel } from '#contract/quizzes.ts';
import { listStretches } from '#server/ai/language-model/stretches.ts';
import { lessonOf, readLesson } from '#server/language/testing/read-lesson.ts';
import { LevelPlan, planStretches, type OfferedLevels } from './plan-tasks.ts';

const stretches = listStretches(readLesson('biology').passages);

describe('planStretches', () => {
  test('asks about every stretch once before asking about any a second time, unless a stretch is thin', () => {
    const planned = planStretches(stretches);
    const [first] = planned;
    expect(new Set(planned)).toEqual(new Set(stretches));
    const second = planned.lastIndexOf(first!, planned.indexOf(first!, 1));
    expect(new Set(planned.slice(0, second)).size).toBe(second);
  });

  test('begins with the main topics of the lesson, and leaves what it only mentions for last', () => {
    const lesson = lessonOf(
      [
        '## Weather\nClouds were grey on the morning of the visit, and a bus brought everyone back before noon.',
        '## Locks\nA lock raises a boat between two levels of a canal. Gates close the lock behind the boat. Water then flows into the lock from the upper level of the canal until the levels are equal, and the upper gates open for the boat. A lock uses much water, so a canal needs a reservoir at its highest level.',
        '## Canals\nA canal is level between its locks, because water would flow out of it. Each lock lets water down from the upper level, and a reservoir fills the canal again. Boats wait at the gates of a lock while others pass.',
      ].join('\n\n'),
    );
    const headings = planStretches(listStretches(lesson.passages)).map(({ heading }) => heading);
    expect(headings[0]).toBe('Locks');
    expect(headings.indexOf('Weather')).toBeGreaterThanOrEqual(2);
  });

  test('begins with stretches that no question is about yet', () => {
    const [most] = planStretches(stretches);
    const planned = planStretches(stretches, (stretch) => (stretch === most ? 1 : 0));
    expect(planned[0]).not.toBe(most);
  });

  test('gives one question to a lesson of one sentence', () => {
    const [passage] = readLesson('biology').passages;
    const text = 'Osmosis is the movement of water through a membrane towards the side with more solute.';
    expect(planStretches(listStretches([{ ...passage!, text }]))).toHaveLength(1);
  });

  test('asks more about slides than about prose of the same length', () => {
    const [passage] = readLesson('biology').passages;
    const text = Array.from({ length: 90 }, (_, index) => `word${index}`).join(' ');
    const countOf = (kind: 'prose' | 'slide') =>
      planStretches(listStretches([{ ...passage!, kind, text }])).length;
    expect(countOf('prose')).toBe(2);
    expect(countOf('slide')).toBe(3);
  });
});

describe('LevelPlan', () => {
  const SHARES = { remember: 0.25, understand: 0.3, apply: 0.25, analyze: 0.2 } as const;
  /** Writes `count` questions in pairs, `atOnce` pairs at a time; `choose` picks the levels of a pair. */
  function mix(
    plan: LevelPlan,
    {
      count,
      atOnce,
      choose,
    }: { count: number; atOnce: number; choose: (levels: OfferedLevels['levels']) => readonly BloomLevel[] },
  ): Map<BloomLevel, number> {
    const counts = new Map<BloomLevel, number>();
    const running: OfferedLevels[] = [];
    for (let left = count; left > 0 || running.length > 0;) {
      while (running.length < atOnce && left > 0) {
        running.push(plan.offer(2));
        left -= 2;
      }
      const done = running.shift();
      if (done === undefined) break;
      const written = choose(done.levels);
      for (const level of written) counts.set(level, (counts.get(level) ?? 0) + 1);
      plan.settle(done, written);
    }
    return counts;
  }

  test.each([1, 3, 5])(
    'keeps the shares of the mix whatever the writer chooses, with %i calls at once',
    (atOnce) => {
      for (const count of [8, 10, 20])
        for (const favourites of [
          ['remember', 'understand'],
          ['analyze', 'apply'],
          ['understand', 'analyze'],
        ]) {
          const plan = new LevelPlan({ answerStyle: 'multiple_choice', count });
          const counts = mix(plan, {
            count,
            atOnce,
            choose: (levels) =>
              levels
                .toSorted((one, other) => favourites.indexOf(other) - favourites.indexOf(one))
                .slice(0, 2),
          });
          for (const [level, share] of Object.entries(SHARES))
            expect(
              Math.abs((counts.get(level as BloomLevel) ?? 0) - share * count),
              `${level} of ${count}`,
            ).toBeLessThan(2);
        }
    },
  );

  test('offers two or three levels of a mixed quiz', () => {
    const plan = new LevelPlan({ answerStyle: 'multiple_choice', count: 10 });
    const sizes = [1, 2, 3, 4, 5].map(() => plan.offer(2).levels.length);
    expect(new Set(sizes)).toEqual(new Set([2, 3]));
  });

  test.each([1, 2, 3, 4])('gives each of %i questions its own level', (count) => {
    const plan = new LevelPlan({ answerStyle: 'multiple_choice', count });
    const taken = new Set<BloomLevel>();
    for (let left = count; left > 0; left -= 2) {
      const offered = plan.offer(Math.min(2, left));
      const written = offered.levels.slice(-offered.count);
      plan.settle(offered, written);
      for (const level of written) taken.add(level);
    }
    expect(taken.size).toBe(count);
  });

  test('counts the levels of the questions that exist already', () => {
    const present = Array.from({ length: 8 }, (): BloomLevel => 'remember');
    const { levels } = new LevelPlan({ answerStyle: 'multiple_choice', count: 10, present }).offer(2);
    expect(levels).not.toContain('remember');
  });

  test('offers only the one level that was requested', () => {
    const plan = new LevelPlan({ answerStyle: 'multiple_choice', levels: ['apply'], count: 4 });
    expect([plan.offer(2).levels, plan.offer(2).levels, plan.offer(2).levels]).toEqual([
      ['apply'],
      ['apply'],
      ['apply'],
    ]);
  });

  test('plans no multiple-choice question at a level that multiple choice cannot test', () => {
    const levels = ['evaluate', 'create'] as const;
    expect(new LevelPlan({ answerStyle: 'multiple_choice', levels, count: 4 }).isEmpty).toBe(true);
    expect(new LevelPlan({ answerStyle: 'essay', levels, count: 4 }).isEmpty).toBe(false);
  });
});
