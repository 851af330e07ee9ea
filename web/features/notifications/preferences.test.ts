import { expect, test } from 'vitest';
import { isWanted, parsePreferences } from './preferences.ts';

const defaults = parsePreferences(null);

test('nothing is shown or played until it is switched on', () => {
  expect(defaults).toEqual({
    desktop: false,
    sound: false,
    groups: { texts: true, results: true, bank: false },
  });
});

test('damaged preferences fall back to the defaults, each on its own', () => {
  for (const text of ['', '{', 'null', '7', '[]', '{"groups":3}']) {
    expect([text, parsePreferences(text)]).toEqual([text, defaults]);
  }
  expect(parsePreferences('{"sound":true,"desktop":"yes","groups":{"bank":true}}')).toEqual({
    desktop: false,
    sound: true,
    groups: { texts: true, results: true, bank: true },
  });
});

test('only finished work of a chosen kind is announced', () => {
  expect(isWanted({ work: 'transcription', status: 'done' }, defaults)).toBe(true);
  expect(isWanted({ work: 'transcription', status: 'failed' }, defaults)).toBe(true);
  expect(isWanted({ work: 'transcription', status: 'running' }, defaults)).toBe(false);
  expect(isWanted({ work: 'question_bank', status: 'done' }, defaults)).toBe(false);
  const none = { ...defaults, groups: { texts: false, results: false, bank: false } };
  expect(isWanted({ work: 'quiz', status: 'done' }, none)).toBe(false);
});
