import { describe, expect, test } from 'vitest';
import { analyzeLesson } from '../../../language/analysis.ts';
import { collectFacts } from '../../../language/collect-facts.ts';
import { readLesson } from '../../../language/testing/read-lesson.ts';
import { ALIKE, createLikeness } from './likeness.ts';

function likenessOf(name: string): ReturnType<typeof createLikeness> {
  const analysis = analyzeLesson(readLesson(name));
  return createLikeness(analysis, collectFacts(analysis));
}

describe('likeness', () => {
  const history = likenessOf('history');
  const psychology = likenessOf('psychology');

  test.each([
    ['coke', 'charcoal'],
    ['James Watt', 'George Stephenson'],
    ['the water frame', 'the spinning jenny'],
  ])('%s may stand beside %s', (one, other) => {
    expect(history.between(one, other)).toBeGreaterThanOrEqual(ALIKE - 0.1);
  });

  test.each([
    ['coke', 'town'],
    ['coke', 'Britain'],
    ['James Watt', 'the spinning jenny'],
    ['railways', 'historians'],
  ])('%s may not stand beside %s', (one, other) => {
    expect(history.between(one, other)).toBeLessThan(ALIKE);
  });

  test('terms of one head and contrasted terms are alike', () => {
    expect(psychology.between('working memory', 'procedural memory')).toBeGreaterThanOrEqual(ALIKE);
    expect(psychology.between('the phonological loop', 'the visuospatial sketchpad')).toBeGreaterThanOrEqual(
      ALIKE,
    );
  });
});
