import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasRepeatedPhrases } from '../cues/repeated-words.ts';
import type { MoonshineResult } from './moonshine-protocol.ts';
import { recognizeWithoutLoops } from './recognize-without-loops.ts';

const SAMPLE_RATE = 16_000;
const LOOP = 'it was the age '.repeat(40).trim();

/** A recogniser that loops on what is longer than this and else says how many samples it got. */
function createFakeRecognizer(loopsOver: number): {
  recognize: (
    samples: Float32Array,
  ) => Promise<Pick<MoonshineResult, 'text' | 'wordConfidences' | 'isLooping'>>;
  lengths: number[];
} {
  const lengths: number[] = [];
  return {
    lengths,
    recognize: (samples) => {
      lengths.push(samples.length);
      const isLooping = samples.length > loopsOver;
      return Promise.resolve(
        isLooping
          ? { text: LOOP, wordConfidences: [], isLooping }
          : { text: `word${samples.length}`, wordConfidences: [samples.length % 100], isLooping },
      );
    },
  };
}

test('an honest text is taken as it is, in one run', async () => {
  const { recognize, lengths } = createFakeRecognizer(Number.POSITIVE_INFINITY);
  const samples = new Float32Array(28 * SAMPLE_RATE);
  expect(await recognizeWithoutLoops(samples, recognize)).toEqual({
    text: `word${samples.length}`,
    wordConfidences: [samples.length % 100],
  });
  expect(lengths).toEqual([samples.length]);
});

test('a looping segment is cut in its pause, and both halves are recognised, in their order', async () => {
  const samples = Float32Array.from({ length: 20 * SAMPLE_RATE }, (_, index) =>
    // Silence from second 8.0 to 8.4.
    index >= 8 * SAMPLE_RATE && index < 8.4 * SAMPLE_RATE ? 0 : Math.sin(index * 0.3),
  );
  const { recognize, lengths } = createFakeRecognizer(15 * SAMPLE_RATE);
  const { text, wordConfidences } = await recognizeWithoutLoops(samples, recognize);
  const [, first = 0, second = 0] = lengths;
  expect(lengths).toHaveLength(3);
  expect(first).toBeGreaterThanOrEqual(8 * SAMPLE_RATE);
  expect(first).toBeLessThanOrEqual(8.4 * SAMPLE_RATE);
  expect(first + second).toBe(samples.length);
  expect(text).toBe(`word${first} word${second}`);
  expect(wordConfidences).toEqual([first % 100, second % 100]);
});

test('repeated phrases count as a loop although the model stopped by itself', async () => {
  const texts = [LOOP, 'It was the age of wisdom,', 'it was the age of foolishness.'];
  let runs = 0;
  const { text } = await recognizeWithoutLoops(new Float32Array(10 * SAMPLE_RATE), () =>
    Promise.resolve({ text: texts[runs++] ?? '', wordConfidences: [], isLooping: false }),
  );
  expect(text).toBe('It was the age of wisdom, it was the age of foolishness.');
});

describe('never without end', () => {
  test('asks a model that always loops three times at most, and removes its loop', async () => {
    const { recognize, lengths } = createFakeRecognizer(0);
    const { text } = await recognizeWithoutLoops(new Float32Array(28 * SAMPLE_RATE), recognize);
    expect(lengths).toHaveLength(3);
    expect(hasRepeatedPhrases(text)).toBe(false);
    expect(text).toContain('it was the age');
  });

  test('whatever the length and wherever it loops, the pieces are the segment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 * SAMPLE_RATE }),
        fc.integer({ min: 0, max: 30 * SAMPLE_RATE }),
        async (length, loopsOver) => {
          const { recognize, lengths } = createFakeRecognizer(loopsOver);
          const { text } = await recognizeWithoutLoops(new Float32Array(length).fill(0.1), recognize);
          expect(lengths.length).toBeLessThanOrEqual(15);
          if (lengths.every((piece) => piece <= loopsOver)) {
            expect(text).toBe(length < SAMPLE_RATE / 10 ? '' : `word${length}`);
            return;
          }
          const heard = text.split(' ').filter((word) => word.startsWith('word'));
          const sum = heard.reduce((total, word) => total + Number(word.slice(4)), 0);
          expect(sum).toBeLessThanOrEqual(length);
          if (!text.includes('age')) expect(sum).toBe(length);
        },
      ),
      { numRuns: 60, seed: 20_261_121 },
    );
  });

  test('a loop in a short piece is not cut but cleaned', async () => {
    const { recognize, lengths } = createFakeRecognizer(0);
    const { text, wordConfidences } = await recognizeWithoutLoops(
      new Float32Array(1.9 * SAMPLE_RATE),
      recognize,
    );
    expect(lengths).toHaveLength(1);
    expect(text).toBe('it was the age');
    // Which of the words that are left is which cannot be said.
    expect(wordConfidences).toEqual([]);
    expect(hasRepeatedPhrases(text)).toBe(false);
  });
});

test('an error of the model ends it', async () => {
  let runs = 0;
  const recognizing = recognizeWithoutLoops(new Float32Array(28 * SAMPLE_RATE), () => {
    runs += 1;
    return runs === 1
      ? Promise.resolve({ text: LOOP, wordConfidences: [], isLooping: true })
      : Promise.reject(new Error('The model process ended.'));
  });
  await expect(recognizing).rejects.toThrow('The model process ended.');
  expect(runs).toBe(3);
});
