import { describe, expect, test } from 'vitest';
import { applyEdit } from '#contract/transcript-editing/apply-edit.ts';
import { listReplacements, stepsOfReplacements, type ReplaceOptions } from './find-replace.ts';

const cues = ['Cell walls, cell', 'Cellular energy', 'A wall of cells', 'plain'].map((text, index) => ({
  start_second: index,
  end_second: index + 1,
  text,
}));
const list = (options: Partial<ReplaceOptions>) =>
  listReplacements(cues, {
    find: 'cell',
    replacement: 'unit',
    matchesCase: false,
    wholeWords: false,
    ...options,
  });
const changes = (options: Partial<ReplaceOptions>) => list(options).map(({ index, after }) => [index, after]);

test('every place, whatever the case', () => {
  expect(changes({})).toEqual([
    [0, 'unit walls, unit'],
    [1, 'unitular energy'],
    [2, 'A wall of units'],
  ]);
});

test('the same case', () => {
  expect(changes({ matchesCase: true })).toEqual([
    [0, 'Cell walls, unit'],
    [2, 'A wall of units'],
  ]);
});

test('whole words, also next to punctuation and accents', () => {
  expect(changes({ wholeWords: true })).toEqual([[0, 'unit walls, unit']]);
  expect(changes({ find: 'walls,', wholeWords: true, replacement: 'sides,' })).toEqual([
    [0, 'Cell sides, cell'],
  ]);
  const spanish = [{ start_second: 0, end_second: 1, text: 'él y elé' }];
  const options = { find: 'el', replacement: 'x', matchesCase: false, wholeWords: true };
  expect(listReplacements(spanish, options)).toEqual([]);
});

describe('nothing', () => {
  test.each(['', '   '])('is found for %j', (find) => {
    expect(list({ find })).toEqual([]);
  });

  test('changes where words are replaced by themselves', () => {
    expect(list({ find: 'plain', replacement: 'plain' })).toEqual([]);
  });
});

test('characters that mean something in patterns are themselves', () => {
  const [priced] = listReplacements([{ start_second: 0, end_second: 1, text: 'It costs $5 (or so).' }], {
    find: '$5 (or so)',
    replacement: '$& and $1',
    matchesCase: true,
    wholeWords: false,
  });
  expect(priced?.after).toBe('It costs $& and $1.');
});

test('a line that is left without words is removed', () => {
  const found = list({ find: 'plain', replacement: '' });
  const after = applyEdit(cues, stepsOfReplacements(cues, [...list({}), ...found]))?.cues;
  expect(after?.map(({ text }) => text)).toEqual(['unit walls, unit', 'unitular energy', 'A wall of units']);
});
