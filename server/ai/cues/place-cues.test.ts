import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAXIMUM_LINE_CHARACTERS, splitIntoLines, placeCues } from './place-cues.ts';
import { hasRepeatedPhrases, removeRepeatedPhrases } from './repeated-words.ts';

const settings = { numRuns: 150, seed: 20_261_121 };

const words = fc
  .array(fc.stringMatching(/^[A-Za-z]{1,12}[.,?!]?$/), { minLength: 1, maxLength: 80 })
  .map((list) => list.join(' '));

/** Noise where someone speaks, near silence between. */
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
    { numRuns: 60, seed: settings.seed },
  );
});

test('lines are short and lose nothing', () => {
  fc.assert(
    fc.property(words, (text) => {
      const lines = splitIntoLines(text);
      expect(lines.join(' ')).toBe(text);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(MAXIMUM_LINE_CHARACTERS);
    }),
    settings,
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
  expect(placeCues(' ', { samples: makeSound([[true, 1]]), startSecond: 0 })).toEqual([]);
  expect(placeCues('Words.', { samples: new Float32Array(0), startSecond: 0 })).toEqual([]);
});

test('more words than time, and sound that is not a sound, still give cues in order', () => {
  const sound = fc.oneof(
    fc.integer({ min: 1, max: 4000 }).map((length) => new Float32Array(length)),
    fc.float32Array({ minLength: 1, maxLength: 4000 }),
  );
  fc.assert(
    fc.property(words, sound, (text, samples) => {
      const cues = placeCues(text, { samples, startSecond: 100 });
      let earliest = 100;
      for (const { startSecond, endSecond } of cues) {
        expect(startSecond).toBeGreaterThanOrEqual(earliest);
        expect(endSecond).toBeGreaterThan(startSecond);
        earliest = endSecond;
      }
      expect(earliest).toBeLessThanOrEqual(100 + samples.length / 16_000 + 1e-9);
      expect(cues.map((cue) => cue.text).join(' ')).toBe(text);
    }),
    settings,
  );
});

test('any text keeps its words, in order, in lines that are only too long when a word is', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 600 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'Dr.',
            'e.g.',
            '“Why?”',
            '…',
            '3.14',
            '—',
            '\n',
            '  ',
            'Yes!',
            '(No.)',
            'and,',
            'a:b;',
          ),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
        ),
        { maxLength: 80 },
      )
      .map((parts) => parts.join(' ')),
  );
  const listWords = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
  fc.assert(
    fc.property(anyText, fc.integer({ min: 40, max: 200 }), (text, maximumCharacters) => {
      const lines = splitIntoLines(text, maximumCharacters);
      expect(lines.flatMap(listWords)).toEqual(listWords(text));
      for (const line of lines) {
        expect(line.trim()).not.toBe('');
        if (line.length > maximumCharacters) expect(listWords(line)).toHaveLength(1);
      }
    }),
    settings,
  );
});

describe('repeated phrases', () => {
  const few = fc
    .array(fc.constantFrom('a', 'b', 'c', 'A,', 'b.'), { maxLength: 60 })
    .map((list) => list.join(' '));
  const bare = (text: string): string[] =>
    text.split(' ').map((word) => word.toLowerCase().replace(/[^a-z]/g, ''));

  test('are gone afterwards, and only words of the text are left', () => {
    fc.assert(
      fc.property(few, (text) => {
        const kept = removeRepeatedPhrases(text);
        expect(hasRepeatedPhrases(kept)).toBe(false);
        // Four times the same phrase of up to three words, looked for in another way than the code does.
        expect(` ${bare(kept).join(' ')} `).not.toMatch(/ (\w(?: \w){0,2}) \1 \1 \1 /);
        const all = text.split(' ');
        let place = 0;
        for (const word of kept.split(' ')) {
          place = all.indexOf(word, place) + 1;
          expect(place).toBeGreaterThan(0);
        }
      }),
      settings,
    );
  });

  test('that taking out others has put in a row are taken out too', () => {
    // Said once instead of four times, [a b a] leaves [a b] four times in a row.
    const text = `a b ${'a b a '.repeat(4)}b a b`;
    expect(hasRepeatedPhrases(removeRepeatedPhrases(text))).toBe(false);
  });

  test('texts without any are left alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 60 }), (list) => {
        expect(removeRepeatedPhrases(list.join(' '))).toBe(list.join(' '));
      }),
      settings,
    );
  });

  test('handles a long loop without delay', () => {
    expect(removeRepeatedPhrases('and so on '.repeat(20_000))).toBe('and so on');
  });
});

test.each([
  ['no, no, no, that is wrong', 'no, no, no, that is wrong'],
  ['and then you know you know you know you know you know it', 'and then you know it'],
  ['the the the the the end', 'the end'],
])('%s', (text, kept) => {
  expect(removeRepeatedPhrases(text)).toBe(kept);
  expect(hasRepeatedPhrases(text)).toBe(text !== kept);
});
