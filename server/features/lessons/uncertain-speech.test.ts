import { expect, test } from 'vitest';
import { findUncertainSpeech } from './uncertain-speech.ts';

const cue = (text: string, doubtful: readonly number[] = []) => ({
  start_second: 0,
  end_second: 1,
  text,
  word_confidences: text.split(' ').map((_, index) => (doubtful.includes(index) ? 30 : 95)),
});
const cues = [
  cue('The carrier delivered the'),
  cue('broken crankshaft too late. A courier', [4, 5]),
  cue('delivered broken cramps shaft to late.', [1, 2, 3]),
];

test('a sentence is uncertain if many of its words are, even across cues', () => {
  const { isUncertain, share } = findUncertainSpeech(cues);
  expect(isUncertain('The carrier delivered the broken crankshaft too late.')).toBe(false);
  expect(isUncertain('A courier delivered broken cramps shaft to late.')).toBe(true);
  expect(isUncertain('Words that someone else said.')).toBe(false);
  expect(share).toBeCloseTo(12 / 16);
});
