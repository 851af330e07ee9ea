import { expect, test } from 'vitest';
import { transform, reduceNoise } from './reduce-noise.ts';

const RATE = 16_000;
const level = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** A tone that sounds every other half second, in a hiss. */
function makeTone(hiss: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: 8 * RATE }, (_, index) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    const isSounding = Math.floor(index / (RATE / 2)) % 2 === 1;
    return (isSounding ? 0.2 * Math.sin(index * 0.15) : 0) + hiss * (state / 0x40_00_00_00 - 1);
  });
}

test('turns a hiss down and keeps what sounds above it', () => {
  const noisy = makeTone(0.05);
  const cleaned = reduceNoise(noisy);
  expect(cleaned).toHaveLength(noisy.length);
  const pause = [RATE * 2.1, RATE * 2.4] as const;
  const sound = [RATE * 2.6, RATE * 2.9] as const;
  expect(level(cleaned.slice(...pause))).toBeLessThan(level(noisy.slice(...pause)) * 0.25);
  expect(level(cleaned.slice(...sound))).toBeGreaterThan(level(noisy.slice(...sound)) * 0.8);
});

test.each([0, 1, 100, 513, 16_000])('keeps the length of %i samples, and silence stays silent', (length) => {
  const cleaned = reduceNoise(new Float32Array(length));
  expect(cleaned).toEqual(new Float32Array(length));
});

test('transforms a signal and back', () => {
  const signal = Float32Array.from({ length: 64 }, (_, index) => Math.sin(index) + 0.1 * index);
  const [real, imaginary] = [signal.slice(), new Float32Array(64)];
  transform(real, imaginary);
  expect(real[0]).toBeCloseTo(
    signal.reduce((sum, sample) => sum + sample, 0),
    3,
  );
  transform(real, imaginary, true);
  real.forEach((sample, index) => expect(sample).toBeCloseTo(signal[index] ?? Number.NaN, 4));
  expect(Math.max(...imaginary.map(Math.abs))).toBeLessThan(1e-4);
});
