import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SentenceReader, type WrittenSentence } from './read-sentences.ts';

function readAll(pieces: readonly string[]): WrittenSentence[] {
  const reader = new SentenceReader();
  const sentences = pieces.flatMap((piece) => reader.push(piece));
  const last = reader.flush();
  return last === undefined ? sentences : [...sentences, last];
}
const shown = (pieces: readonly string[]): [string, number[], number][] =>
  readAll(pieces).map(({ text, cited, paragraph }) => [text, [...cited], paragraph]);

describe('sentences are read', () => {
  test.each<[string, string, [string, number[], number][]]>([
    [
      'with marks before the full stop',
      'Leaves are green [1]. Roots drink water [2].',
      [
        ['Leaves are green.', [1], 0],
        ['Roots drink water.', [2], 0],
      ],
    ],
    [
      'with marks behind it',
      'Leaves are green. [1] Roots drink water.[2][3] Dr. Chen said so, e.g. in 1999. [1, 3]',
      [
        ['Leaves are green.', [1], 0],
        ['Roots drink water.', [2, 3], 0],
        ['Dr. Chen said so, e.g. in 1999.', [1, 3], 0],
      ],
    ],
    [
      'line by line, without the marks of lists and emphasis',
      '1. **Cut** the stem [1].\n2. Put it in water [2].\n\n- Wait a week [3]',
      [
        ['Cut the stem.', [1], 0],
        ['Put it in water.', [2], 1],
        ['Wait a week', [3], 2],
      ],
    ],
    ['and nothing else', '\n \n[1]\n—\n', []],
  ])('%s', (_, text, expected) => {
    expect(shown([text])).toEqual(expected);
    expect(shown(Array.from(text))).toEqual(expected);
  });
});

test('however a text is cut into pieces, the sentences are the same', () => {
  const text = 'Leaves are green [1]. Roots drink water. [2] \n\nOne is 3.5 m long, e.g. this [3]. Why? [1]';
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(shown(pieces)).toEqual(shown([text]));
    }),
  );
});

test('no text breaks it, and none of its words are kept back for ever', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 20 }), (pieces) => {
      for (const { text } of readAll(pieces)) expect(text.length).toBeGreaterThan(0);
    }),
  );
  const reader = new SentenceReader();
  expect(reader.push('word '.repeat(200))).toHaveLength(1);
  expect(reader.draft).toBe('');
});

test('leaves a model’s thinking out of the answer', () => {
  const text = ' <think>Leaves? Roots. I wonder. </think>\n\nLeaves are green [1].';
  const expected = [['Leaves are green.', [1], 0]];
  expect(shown([text])).toEqual(expected);
  expect(shown(Array.from(text))).toEqual(expected);
  expect(shown(['<think>Leaves? Roots. I won'])).toEqual([]);
  expect(shown(['<th'])).toEqual([['<th', [], 0]]);
});
