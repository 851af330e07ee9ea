import { expect, test } from 'vitest';
import type { ComposedAnswer } from '#server/features/assistant/composed-answer.ts';
import { foundPassage } from '#server/features/assistant/compose/testing/found-passages.ts';
import { measureAnswer } from './measure-answers.ts';

const passage = foundPassage(
  'Osmosis is the movement of water.  It needs a membrane. The library is closed on Mondays.',
);
const answered = (...quotes: string[]): ComposedAnswer => ({
  outcome: 'answered',
  statements: quotes.map((quote, paragraph) => ({
    text: quote.replace(/\s+/gu, ' '),
    kind: 'quoted',
    paragraph,
    sources: [{ passage, quote }],
  })),
});
const far = (): number => 0;
const QUESTION = 'What is osmosis?';

test('counts right quotes, and citations that are verbatim and about the question', () => {
  expect(
    measureAnswer(
      answered('Osmosis is the movement of water.', 'The library is closed on Mondays.'),
      QUESTION,
      ['Osmosis is the movement of water.', 'It needs a membrane.'],
      far,
    ),
  ).toEqual({
    answered: true,
    sentences: 2,
    citations: 2,
    verbatim: 2,
    supporting: 1,
    holdsAny: true,
    holdsAll: false,
  });
});

test('a quote that is not in its passage, or a text that says something else, is not verbatim', () => {
  expect(measureAnswer(answered('Osmosis is the flow of water.'), QUESTION, [], far).verbatim).toBe(0);
  const statement = { text: 'Osmosis is dangerous.', kind: 'quoted', paragraph: 0 } as const;
  const sources = [{ passage, quote: 'It needs a membrane.' }];
  const answer: ComposedAnswer = { outcome: 'answered', statements: [{ ...statement, sources }] };
  expect(measureAnswer(answer, QUESTION, [], far).verbatim).toBe(0);
});

test('a sentence in other words supports by its meaning', () => {
  expect(measureAnswer(answered('It needs a membrane.'), QUESTION, [], () => 0.5).supporting).toBe(1);
  expect(measureAnswer(answered('The library is closed on Mondays.'), QUESTION, [], far).supporting).toBe(0);
});

test('a refusal holds nothing', () => {
  const score = measureAnswer(
    { outcome: 'nothing_found', nearest: [] },
    QUESTION,
    ['It needs a membrane.'],
    far,
  );
  expect(score).toMatchObject({ answered: false, sentences: 0, holdsAny: false, holdsAll: false });
});
