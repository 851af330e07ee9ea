import { describe, expect, test } from 'vitest';
import { listDraftFaults, listKeyFaults } from './check-draft.ts';

const ASKED = {
  title: 'Soil water',
  heading: 'Pores',
  context:
    'Clay holds more water than sand, because its pores are smaller. Roots cannot empty the smallest pores.',
  statement: 'Clay holds more water than sand, because its pores are smaller.',
};
const QUOTE = ASKED.statement;

test('finds no fault in a good draft', () => {
  const draft = {
    stem: 'Why does clay hold more water than sand?',
    key: 'Its pores are smaller',
    wrong: ['Its grains are heavier', 'Its surface is darker', 'Its layer is deeper'],
  };
  expect(listKeyFaults(draft, ASKED)).toEqual([]);
  expect(listDraftFaults(draft, QUOTE)).toEqual([]);
});

describe('a question and its key', () => {
  test.each([
    ['What does the passage say about clay?', 'Its pores are smaller', 'refers to the material'],
    ['What does clay with smaller pores have?', 'Smaller pores', 'key in the stem'],
    ['Why does clay hold more water?', 'Gravity attracts its minerals', 'key not in the statement'],
  ])('%s', (stem, key, fault) => {
    expect(listKeyFaults({ stem, key }, ASKED)).toContain(fault);
  });
});

describe('a whole draft', () => {
  const draft = { stem: 'Why does clay hold more water than sand?', key: 'Its pores are smaller' };
  test.each([
    [
      'options that are the same',
      ['Its grains are heavier', 'Its grains are heavier', 'Its layer is deeper'],
      /same/u,
    ],
    ['too few wrong answers', ['Its grains are heavier'], /Three wrong answers/u],
    [
      'all of the above',
      ['Its grains are heavier', 'Its layer is deeper', 'All of the above'],
      /all_of_the_above/u,
    ],
  ])('%s', (_, wrong, fault) => {
    expect(listDraftFaults({ ...draft, wrong }, QUOTE).join(' ')).toMatch(fault);
  });

  test('a key much longer than its wrong answers', () => {
    const key = 'Because the pores between its grains are smaller than those of sand';
    expect(
      listDraftFaults({ ...draft, key, wrong: ['Its weight', 'Its colour', 'Its depth'] }, QUOTE),
    ).toContain('long key');
  });
});
