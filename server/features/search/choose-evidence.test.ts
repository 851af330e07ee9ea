import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSentences } from '#server/documents/sentences.ts';
import { chooseEvidence, type WeighedSentence } from './fuse-ranks.ts';

/** Words stand for their stems. */
const weigh = (text: string, wanted: readonly string[], similarities: number[] = []): WeighedSentence[] =>
  splitSentences(text).map((sentence, index) => ({
    ...sentence,
    stems: wanted.filter((word) => sentence.text.toLowerCase().includes(word)),
    similarity: similarities[index] ?? null,
  }));
const choose = (text: string, wanted: readonly string[], similarities?: number[]): string =>
  chooseEvidence(text, weigh(text, wanted, similarities), new Map(wanted.map((word) => [word, 1])));

test('the sentence with the most of the question, and the rarest', () => {
  const text = 'Plants need light. A leaf makes sugar from light. Sugar is sweet.';
  expect(choose(text, ['leaf', 'sugar'])).toBe('A leaf makes sugar from light.');
  const rare = new Map([
    ['plants', 0.1],
    ['sweet', 3],
  ]);
  expect(chooseEvidence(text, weigh(text, ['plants', 'sweet']), rare)).toBe('Sugar is sweet.');
});

test('what points back brings the sentence before it', () => {
  const text = 'Iron is hard to take up. It is lost with tea. Nothing follows.';
  expect(choose(text, ['tea'])).toBe('Iron is hard to take up. It is lost with tea.');
  expect(choose('And so they rise. More.', ['rise'])).toBe('And so they rise.');
});

test('includes the neighbouring sentence when it contains what is missing', () => {
  const text = 'Static friction acts at rest. Kinetic friction acts when sliding. Oil reduces it.';
  expect(choose(text, ['static', 'friction', 'kinetic'])).toBe(
    'Static friction acts at rest. Kinetic friction acts when sliding.',
  );
});

test('an answer goes before a question, and without a word in common meaning decides', () => {
  expect(choose('What is chlorophyll? Chlorophyll is green.', ['chlorophyll'])).toBe('Chlorophyll is green.');
  expect(choose('One thing. Another thing. A third.', ['x'], [0.1, 0.5, 0.2])).toBe('Another thing.');
  expect(choose('One thing. Another thing.', ['x'])).toBe('One thing.');
});

test('whatever the text, the words are its own, and no page of them', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 900 }),
      fc.array(fc.string({ maxLength: 3 })),
      (text, wanted) => {
        const quote = choose(text, wanted);
        expect(text).toContain(quote);
        expect(quote.length).toBeLessThanOrEqual(400);
      },
    ),
  );
  const endless = 'word '.repeat(500);
  expect(choose(endless, ['word']).length).toBeGreaterThan(300);
  expect(choose('😀'.repeat(900), ['x'])).toMatch(/^(?:😀)+$/u);
});
