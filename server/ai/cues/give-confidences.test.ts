import { expect, test } from 'vitest';
import { giveConfidences } from './give-confidences.ts';

const cues = [
  { startSecond: 0, endSecond: 1, text: 'Plants turn' },
  { startSecond: 1, endSecond: 2, text: 'light.' },
];

test('each cue gets the confidences of its words', () => {
  expect(giveConfidences(cues, [90, 40, 70]).map(({ wordConfidences }) => wordConfidences)).toEqual([
    [90, 40],
    [70],
  ]);
});

test('confidences of other words are left out', () => {
  expect(giveConfidences(cues, [90, 40])).toEqual(cues);
});
