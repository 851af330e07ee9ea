import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createQuoteLocator } from './locate-quote.ts';

const cues = [
  { startSecond: 1, endSecond: 5, text: 'It was the best of times, it was the worst of times.' },
  { startSecond: 6, endSecond: 10, text: 'Steam engines could drive machinery.' },
  { startSecond: 12, endSecond: 20, text: 'In short, the period was so far like the present period.' },
];
const all = { startSecond: 0, endSecond: 20 };

test('a quote begins where its words are spoken, not where its passage begins', () => {
  const locate = createQuoteLocator(cues);
  expect(locate('Steam engines could drive machinery.', all)).toEqual({ startSecond: 6, endSecond: 10 });
  const middle = locate('the period was so far like', all);
  expect(middle?.startSecond).toBeGreaterThan(12);
  expect(middle?.startSecond).toBeLessThan(15);
  expect(middle?.endSecond).toBeLessThan(20);
});

test('a quote may run over two cues, in other case and punctuation', () => {
  const found = createQuoteLocator(cues)('Worst of times - steam engines', all);
  expect(found?.startSecond).toBeLessThan(5);
  expect(found?.endSecond).toBeGreaterThan(6);
});

test('words that are repeated are found within the passage they are quoted from', () => {
  const repeated = [
    { startSecond: 0, endSecond: 2, text: 'Heat rises.' },
    { startSecond: 50, endSecond: 52, text: 'Heat rises.' },
  ];
  const within = { startSecond: 40, endSecond: 60 };
  expect(createQuoteLocator(repeated)('Heat rises', within)).toEqual({ startSecond: 50, endSecond: 52 });
});

test('does not find words that are not said', () => {
  const locate = createQuoteLocator(cues);
  expect(locate('the winter of despair', all)).toBeUndefined();
  expect(locate('...', all)).toBeUndefined();
  expect(createQuoteLocator([])('anything', all)).toBeUndefined();
});

test('whatever runs of words is quoted, it is found inside its cues', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const line = fc.array(word, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), fc.nat(), fc.nat(), (lines, a, b) => {
      const made = lines.map((words, index) => ({
        startSecond: index * 4,
        endSecond: index * 4 + 3,
        text: words.join(' '),
      }));
      const words = lines.flat();
      const from = a % words.length;
      const to = from + 1 + (b % (words.length - from));
      const span = { startSecond: 0, endSecond: lines.length * 4 };
      const found = createQuoteLocator(made)(words.slice(from, to).join(', '), span);
      expect(found).toBeDefined();
      expect(found!.startSecond).toBeLessThan(found!.endSecond);
      expect(found!.endSecond).toBeLessThanOrEqual(span.endSecond);
    }),
  );
});
