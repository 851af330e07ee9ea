import { expect, test } from 'vitest';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { locateQuotes, scoreRanking } from './measure-retrieval.ts';

const passage = (position: number, text: string): LessonPassage => ({
  id: `p${position}`,
  position,
  text,
  section: 0,
  heading: null,
  titlePath: [],
  kind: 'prose',
  isAdministrative: false,
  page: null,
  pageEnd: null,
  startSecond: null,
  endSecond: null,
  startOffset: 0,
  endOffset: text.length,
});

test('finds a whole quote where it is, and one split by a page break where most of its words are', () => {
  const passages = [
    passage(0, 'Iron is absorbed in the gut. Tea\nreduces it.'),
    passage(1, 'Tea is drunk in many countries.'),
    passage(2, 'Coffee, tea, cocoa and red wine running head lower the uptake of plant iron'),
  ];
  expect(locateQuotes(passages, ['Tea reduces it.'])).toEqual([new Set([0])]);
  expect(locateQuotes(passages, ['Coffee, tea, cocoa and red wine lower the uptake of plant iron.'])).toEqual(
    [new Set([2])],
  );
  expect(locateQuotes(passages, ['Nothing of the kind stands anywhere.'])).toEqual([new Set()]);
});

test('the first right one counts most, and nothing after the tenth', () => {
  const right = [new Set(['a'])];
  expect(scoreRanking(['a', 'b'], right, 'any')).toEqual({ recallAt5: 1, ndcgAt10: 1, reciprocalRank: 1 });
  const third = scoreRanking(['x', 'y', 'a'], right, 'any');
  expect(third.recallAt5).toBe(1);
  expect(third.ndcgAt10).toBeCloseTo(0.5);
  expect(third.reciprocalRank).toBeCloseTo(1 / 3);
  const sixth = scoreRanking(['1', '2', '3', '4', '5', 'a'], right, 'any');
  expect(sixth.recallAt5).toBe(0);
  expect(sixth.ndcgAt10).toBeGreaterThan(0);
  const late = [...Array.from({ length: 10 }, (_, index) => String(index)), 'a'];
  expect(scoreRanking(late, right, 'any')).toMatchObject({ recallAt5: 0, ndcgAt10: 0 });
  expect(scoreRanking([], right, 'any')).toEqual({ recallAt5: 0, ndcgAt10: 0, reciprocalRank: 0 });
});

test('one of several right ones is enough for recall unless all are needed, and never for the whole gain', () => {
  const right = [new Set(['a']), new Set(['b'])];
  expect(scoreRanking(['a'], right, 'any').recallAt5).toBe(1);
  expect(scoreRanking(['a'], right, 'all').recallAt5).toBe(0.5);
  expect(scoreRanking(['a'], right, 'any').ndcgAt10).toBeLessThan(1);
  expect(scoreRanking(['b', 'a'], right, 'all')).toEqual({ recallAt5: 1, ndcgAt10: 1, reciprocalRank: 1 });
  // Both quotes in one passage: finding it is all there is to find.
  expect(scoreRanking(['a'], [new Set(['a']), new Set(['a'])], 'all')).toMatchObject({
    recallAt5: 1,
    ndcgAt10: 1,
  });
});
