import { expect, test } from 'vitest';
import type { LessonPassage } from '../../../language/lesson-text.ts';
import { findQuote } from './find-quote.ts';

const passage: LessonPassage = {
  id: '7',
  position: 0,
  text: 'Leaves are thin. Chlorophyll absorbs red light (about 660 nm) in leaves. It costs $5.00 [a fee].',
  section: 0,
  heading: null,
  page: 3,
  startSecond: null,
  endSecond: null,
  startOffset: 0,
  endOffset: 95,
};

test('words that stand there give the whole sentence with its place', () => {
  expect(findQuote('absorbs red\n  light (about', passage)).toEqual({
    quote: 'Chlorophyll absorbs red light (about 660 nm) in leaves.',
    passage_id: '7',
    page: 3,
    start_second: null,
    end_second: null,
  });
  expect(findQuote('costs $5.00 [a fee].', passage)?.quote).toBe('It costs $5.00 [a fee].');
  expect(findQuote('in leaves. It costs', passage)?.quote).toBe(
    'Chlorophyll absorbs red light (about 660 nm) in leaves. It costs $5.00 [a fee].',
  );
});

test.each([
  'Chlorophyll absorbs blue light',
  'chlorophyll absorbs red light',
  'Leaves … thin',
  'Leaves are',
  '.* .* .*',
  '',
  'Leaves are thin.'.repeat(100),
])('anything else is no quotation: %s', (quote) => {
  expect(findQuote(quote, passage)).toBeUndefined();
});
