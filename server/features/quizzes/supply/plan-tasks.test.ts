import { describe, expect, test } from 'vitest';
import { analyzeLesson } from '../../../language/analysis.ts';
import { listSections, sectionOfPassages } from '../../../language/list-sections.ts';
import { readLesson } from '../../../language/testing/read-lesson.ts';
import type { ComposeRequest } from '../compose/composed-question.ts';
import { planTasks } from './plan-tasks.ts';

const analysis = analyzeLesson(readLesson('history'));
const sections = sectionOfPassages(listSections(analysis.lesson.passages));
const base: ComposeRequest = { count: 10, answerStyle: 'multiple_choice', seed: 1 };
const plan = (more: Partial<ComposeRequest> = {}) => planTasks(analysis, { ...base, ...more });

describe('planTasks', () => {
  test('spreads over the sections, in the order of the lesson', () => {
    const tasks = plan();
    expect(tasks.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const touched = new Set(tasks.map(({ passage }) => sections.get(passage.id)));
    expect(touched.size).toBeGreaterThanOrEqual(Math.min(10, new Set(sections.values()).size) * 0.7);
    const positions = tasks.map(({ passage }) => passage.position);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  });

  test('keeps to the sections asked for', () => {
    const tasks = plan({ sections: [1], count: 3 });
    expect(tasks.length).toBeGreaterThan(0);
    expect(new Set(tasks.map(({ passage }) => sections.get(passage.id)))).toEqual(new Set([1]));
  });

  test('gives the levels asked for in equal parts', () => {
    const levels = plan({ taxonomyLevels: ['remember', 'analyze'] }).map(({ level }) => level);
    expect(levels.filter((level) => level === 'remember')).toHaveLength(5);
    expect(new Set(levels)).toEqual(new Set(['remember', 'analyze']));
  });

  test('asks for no multiple-choice question that judges or creates', () => {
    expect(plan({ taxonomyLevels: ['evaluate', 'create'] })).toEqual([]);
    expect(plan({ taxonomyLevels: ['evaluate'], answerStyle: 'essay', count: 2 })).toHaveLength(2);
  });

  test('asks no more of a lesson than it states', () => {
    const [first] = analysis.lesson.passages;
    const short = analyzeLesson({ ...analysis.lesson, passages: first ? [first] : [] });
    expect(planTasks(short, { ...base, count: 50 }).length).toBeLessThan(15);
    expect(planTasks(analyzeLesson({ ...analysis.lesson, passages: [] }), base)).toEqual([]);
  });
});
