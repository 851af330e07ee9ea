import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAtQuietest } from './cut-at-quietest.ts';

const SAMPLE_RATE = 16_000;

test('a pause in the middle half is where it cuts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 8 }),
      fc.double({ min: 0.26, max: 0.7, noNaN: true }),
      fc.double({ min: 0.2, max: 0.5, noNaN: true }),
      (seconds, place, pauseSeconds) => {
        const samples = Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) =>
          Math.sin(index * 0.3),
        );
        const from = Math.floor(place * samples.length);
        const to = from + Math.floor(pauseSeconds * SAMPLE_RATE);
        samples.fill(0.001, from, to);
        const cut = cutAtQuietest(samples);
        expect(cut).toBeGreaterThanOrEqual(from);
        expect(cut).toBeLessThanOrEqual(to);
      },
    ),
    { numRuns: 30, seed: 20_261_121 },
  );
});

test('both parts of anything longer than half a second have a fifth of it', () => {
  const sound = fc.float32Array({ minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(fc.integer({ min: 8000, max: 100_000 }), sound, (length, pattern) => {
      const samples = Float32Array.from({ length }, (_, index) => pattern[index % pattern.length] ?? 0);
      const cut = cutAtQuietest(samples);
      expect(Number.isInteger(cut)).toBe(true);
      expect(cut).toBeGreaterThanOrEqual(length * 0.2);
      expect(cut).toBeLessThanOrEqual(length * 0.85);
    }),
    { numRuns: 30, seed: 20_261_121 },
  );
});

test('steady sound is cut in the middle', () => {
  expect(cutAtQuietest(new Float32Array(64_000))).toBeCloseTo(32_000, -3);
});

test('cannot cut an empty segment', () => {
  expect(cutAtQuietest(new Float32Array(0))).toBe(0);
});
