import { expect, test } from 'vitest';
import { locateQuote } from './locate-quote.ts';

const TEXT = 'Plates move.\nA plate is “rigid”,\n  and slow. A plate is rigid and old (1912).';
const read = (quote: string, from?: number): string | undefined => {
  const span = locateQuote(TEXT, quote, from);
  return span && TEXT.slice(span.start, span.end);
};

test.each([
  ['Plates move.', 'Plates move'],
  ['a plate is "rigid", and slow', 'A plate is “rigid”,\n  and slow'],
  ['rigid and old (1912)', 'rigid and old (1912'],
  ['A plate is rigid and slow words that are not there', 'A plate is “rigid”,\n  and'],
])('%s is found', (quote, found) => {
  expect(read(quote)).toBe(found);
});

test('is looked for from a place on, then from the beginning', () => {
  expect(locateQuote(TEXT, 'A plate is', 20)?.start).toBe(TEXT.lastIndexOf('A plate'));
  expect(read('Plates move', 30)).toBe('Plates move');
});

test.each(['', '…!', 'Wegener', 'plates moved', 'late is rigid', '(.*)+$'])('%j is not there', (quote) => {
  expect(read(quote)).toBeUndefined();
});
