import { expect, test } from 'vitest';
import { createWordReplacer } from './replace-words.ts';

const replace = (find: string, replacement: string, text: string) =>
  createWordReplacer([{ find, replacement }])(text);

test('replaces whole words only, whatever their case', () => {
  expect(replace('vindicatia', 'vindicatio', 'A Vindicatia is no vindicatias; VINDICATIA.')).toEqual({
    text: 'A vindicatio is no vindicatias; vindicatio.',
    count: 2,
  });
});

test('keeps the capital at the beginning of a sentence', () => {
  expect(replace('inter dicks', 'interdicts', 'Inter dicks help. “Inter  dicks” too.').text).toBe(
    'Interdicts help. “Interdicts” too.',
  );
  expect(replace('see fold', 'scaffold', 'It ends, See fold.').text).toBe('It ends, scaffold.');
});

test('joins the words of a phrase over spaces and hyphens, not over punctuation', () => {
  const text = 'tea helper, tea-helper, tea. Helper, tea\nhelper';
  expect(replace('tea helper', 'T helper', text)).toEqual({
    text: 'T helper, T helper, tea. Helper, T helper',
    count: 3,
  });
});

test('prefers the longer phrase and does not replace inside of what it wrote', () => {
  const replacer = createWordReplacer([
    { find: 'bay', replacement: 'Bayes' },
    { find: 'bay sien', replacement: 'Bayesian' },
    { find: 'Bayes', replacement: 'wrong' },
  ]);
  expect(replacer('The bay sien rule of bay')).toEqual({ text: 'The Bayesian rule of Bayes', count: 2 });
});

test('takes signs of regular expressions and replacement patterns as they are', () => {
  expect(replace('c', 'C++ ($&)', 'We use c.')).toEqual({ text: 'We use C++ ($&).', count: 1 });
  expect(replace('.*', 'all', 'a.b')).toEqual({ text: 'a.b', count: 0 });
});

test('does not count words that are right already', () => {
  expect(replace('CRISPR', 'CRISPR', 'CRISPR and crispr')).toEqual({ text: 'CRISPR and CRISPR', count: 1 });
});

test('replaces words of other scripts and with accents', () => {
  expect(replace('schrodinger', 'Schrödinger', 'Schrodinger und SCHRÖDINGER').text).toBe(
    'Schrödinger und SCHRÖDINGER',
  );
  expect(replace('мир', 'Мирон', 'мир миру').text).toBe('Мирон миру');
});
