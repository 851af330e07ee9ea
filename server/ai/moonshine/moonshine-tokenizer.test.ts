import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMoonshineTokenizer } from './moonshine-tokenizer.ts';

/** Writes the file's layout, apart from the parser: a length of one or two bytes, then the token. */
function makeFile(tokens: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    tokens.flatMap((token) => [
      token.length < 128
        ? Buffer.from([token.length])
        : Buffer.from([128 | (token.length % 128), Math.floor(token.length / 128)]),
      token,
    ]),
  );
}

const text = (word: string): Uint8Array => Buffer.from(word, 'utf8');
const tokens = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.uint8Array({ maxLength: 12 }) },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: 120, maxLength: 400 }) },
  ),
  { maxLength: 30 },
);
const settings = { numRuns: 200, seed: 20_261_121 };

describe('a whole file', () => {
  test('gives every token back, of any length', () => {
    fc.assert(
      fc.property(tokens, (list) => {
        const tokenizer = parseMoonshineTokenizer(makeFile(list));
        expect(tokenizer.size).toBe(list.length);
        list.forEach((token, index) => {
          const expected = Buffer.from(token)
            .toString('utf8')
            .replaceAll('▁', ' ')
            .replace(/\s+/g, ' ')
            .trim();
          expect(tokenizer.decode([index])).toBe(expected);
        });
      }),
      settings,
    );
  });

  test.each([127, 128, 129, 255, 256, 16_384, 32_767])('takes a token of %i bytes', (length) => {
    const word = 'a'.repeat(length);
    const tokenizer = parseMoonshineTokenizer(makeFile([text('before'), text(word), text('after')]));
    expect([0, 1, 2].map((token) => tokenizer.decode([token]))).toEqual(['before', word, 'after']);
  });

  test('spells words with spaces, and characters that span tokens', () => {
    const euro = text('€');
    const tokenizer = parseMoonshineTokenizer(
      makeFile([text('<unk>'), text('▁it'), text('▁was'), euro.slice(0, 1), euro.slice(1), text('▁')]),
    );
    expect(tokenizer.decode([1, 2])).toBe('it was');
    expect(tokenizer.decode([5, 5, 1, 5, 3, 4, 5])).toBe('it €');
    expect(tokenizer.decode([])).toBe('');
  });

  test('tokens that it does not have are nothing', () => {
    const tokenizer = parseMoonshineTokenizer(makeFile([text('one')]));
    expect(tokenizer.decode([7, 0, -1, Number.NaN])).toBe('one');
  });

  test('may be empty', () => {
    expect(parseMoonshineTokenizer(new Uint8Array()).size).toBe(0);
  });
});

describe('a file cut short', () => {
  test('between tokens has fewer, within one is refused', () => {
    fc.assert(
      fc.property(tokens, fc.nat(), (list, place) => {
        const file = makeFile(list);
        const length = place % (file.length + 1);
        const ends = list.map((_, index) => makeFile(list.slice(0, index + 1)).length);
        const cut = file.subarray(0, length);
        if (length === 0 || ends.includes(length)) {
          expect(parseMoonshineTokenizer(cut).size).toBe(ends.filter((end) => end <= length).length);
        } else expect(() => parseMoonshineTokenizer(cut)).toThrow(RangeError);
      }),
      settings,
    );
  });

  test('within a length is refused', () => {
    expect(() => parseMoonshineTokenizer(Uint8Array.of(0x80))).toThrow(RangeError);
    expect(() => parseMoonshineTokenizer(Uint8Array.of(0xff))).toThrow(RangeError);
  });
});

test('any bytes are read or refused, never anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (file) => {
      try {
        expect(parseMoonshineTokenizer(file).size).toBeLessThanOrEqual(file.length);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
    settings,
  );
});
