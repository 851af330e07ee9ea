import { expect, test } from 'vitest';
import { wordTermQuestion } from './word-term-question.ts';

test('asks which of a kind does something', () => {
  expect(wordTermQuestion('part of a lock', 'turns when the right key is inserted', 'plug')).toEqual({
    question: 'Which part of a lock turns when the right key is inserted?',
    meaning: 'a part of a lock that turns when the right key is inserted',
    plural: false,
  });
});

test('makes the kind agree with a plural verb', () => {
  expect(
    wordTermQuestion('cell', 'kill infected cells by punching holes in them', 'killer cells')?.question,
  ).toBe('Which cells kill infected cells by punching holes in them?');
});

test('reads "increases" as a verb although it may be a noun', () => {
  expect(wordTermQuestion('good', 'increases in demand when income rises', 'normal good')?.question).toBe(
    'Which good increases in demand when income rises?',
  );
});

test('asks for the name of what is described by a noun phrase or a clause', () => {
  expect(wordTermQuestion('load on a bridge', 'the weight of the bridge itself', 'dead load')?.question).toBe(
    'What name is given to the weight of the bridge itself?',
  );
  expect(
    wordTermQuestion('market', 'in which no buyer can influence the price', 'competitive market')?.question,
  ).toBe('What name is given to a market in which no buyer can influence the price?');
});

test('completes a participle', () => {
  expect(wordTermQuestion('beam', 'fixed at one end only', 'cantilever')?.question).toBe(
    'Which beam is fixed at one end only?',
  );
});

test.each([
  ['disease', "the immune system attacks the body's own tissue"],
  ['cable', 'are in tension and the towers are in compression'],
  ['cell', 'has captured an antigen travels to a lymph node'],
  ['enzyme', 'attached carbon dioxide to a sugar'],
])('rejects words that do not complete each other: %s, %s', (kind, which) => {
  expect(wordTermQuestion(kind, which, 'term')).toBeUndefined();
});

test('asks "what" where the kind says nothing', () => {
  expect(wordTermQuestion('action', 'destroys the first offer', 'counter-offer')?.question).toBe(
    'What destroys the first offer?',
  );
});
