import { expect, test } from 'vitest';
import { createDownmix } from './downmix.ts';

const tone = (step: number): Float32Array =>
  Float32Array.from({ length: 1600 }, (_, index) => 0.3 * Math.sin(index * step));
const loudest = (samples: Float32Array): number => samples.reduce((most, each) => Math.max(most, each), 0);

test('keeps a voice whose right channel is the inverted left one', () => {
  const left = tone(0.1);
  expect(loudest(createDownmix()([left, left.map((sample) => -0.8 * sample)]))).toBeGreaterThan(0.3);
});

test.each([
  ['the same voice', tone(0.1), tone(0.1)],
  ['two voices', tone(0.1), tone(0.23)],
  ['a voice on the right', new Float32Array(1600), tone(0.1)],
])('adds two channels with %s', (_name, left, right) => {
  expect(createDownmix()([left, right])).toEqual(
    left.map((sample, index) => Math.SQRT1_2 * (sample + (right[index] ?? 0))),
  );
});
