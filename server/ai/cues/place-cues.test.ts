import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeCues } from './place-cues.ts';
import { hasRepeatedPhrases, removeRepeatedPhrases } from './repeated-words.ts';
import { MAXIMUM_LINE_CHARACTERS, splitIntoLines } from './split-into-lines.ts';

const words = fc
  .array(fc.stringMatching(/^[A-Za-z]{1,12}[.,?!]?$/), { minLength: 1, maxLength: 80 })
  .map((list) => list.join(' '));

/** Noise where somebody speaks, near silence between. */
function makeSound(parts: readonly (readonly [boolean, number])[]): Float32Array {
  const samples: number[] = [];
  for (const [loud, seconds] of parts) {
    for (let index = 0; index < seconds * 16_000; index += 1)
      samples.push(Math.sin(index * 0.3) * (loud ? 0.5 : 0.0005));
  }
  return Float32Array.from(samples);
}

test('cues are in order, inside the segment, and hold all words', () => {
  const sound = fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0.05, max: 2, noNaN: true })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(words, sound, fc.integer({ min: 0, max: 9000 }), (text, parts, startSecond) => {
      const samples = makeSound(parts);
      const cues = placeCues(text, { samples, startSecond });
      let earliest = startSecond;
      for (const cue of cues) {
        expect(cue.startSecond).toBeGreaterThanOrEqual(earliest - 1e-6);
        expect(cue.endSecond).toBeGreaterThan(cue.startSecond);
        earliest = cue.endSecond;
      }
      expect(earliest).toBeLessThanOrEqual(startSecond + samples.length / 16_000 + 1e-6);
      expect(cues.map((cue) => cue.text).join(' ')).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test('lines are short and lose nothing', () => {
  fc.assert(
    fc.property(words, (text) => {
      const lines = splitIntoLines(text);
      expect(lines.join(' ')).toBe(text);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(MAXIMUM_LINE_CHARACTERS);
    }),
  );
});

test('a sentence begins after the pause before it', () => {
  const samples = makeSound([
    [true, 2],
    [false, 0.6],
    [true, 2],
  ]);
  const cues = placeCues('This is the first sentence here. This is the second one of them.', {
    samples,
    startSecond: 10,
  });
  expect(cues).toHaveLength(2);
  expect(cues[0]?.endSecond).toBeCloseTo(12, 1);
  expect(cues[1]?.startSecond).toBeCloseTo(12.6, 1);
});

test('no words, no cues', () => {
  expect(placeCues('', { samples: makeSound([[true, 1]]), startSecond: 0 })).toEqual([]);
});

test.each([
  ['no, no, no, that is wrong', 'no, no, no, that is wrong'],
  ['and then you know you know you know you know you know it', 'and then you know it'],
  ['the the the the the end', 'the end'],
])('%s', (text, kept) => {
  expect(removeRepeatedPhrases(text)).toBe(kept);
  expect(hasRepeatedPhrases(text)).toBe(text !== kept);
});
