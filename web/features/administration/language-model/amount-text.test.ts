import { expect, test } from 'vitest';
import { readAmount, showAmount } from './amount-text.ts';

test.each([
  ['', 'en', null],
  ['500,000', 'en', 500_000],
  ['1,234,567.5', 'en', 1_234_567.5],
  ['500 000', 'en', 500_000],
  ['1,5', 'en', 1.5],
  ['0,125', 'en', 0.125],
  ['.5', 'en', 0.5],
  ['.', 'en', undefined],
  ['1.125', 'en', 1.125],
  ['500.000', 'es', 500_000],
  ['1,125', 'es', 1.125],
  ['1.5', 'es', 1.5],
  ['1,23,456', 'en', undefined],
  ['plenty', 'en', undefined],
  ['-1', 'en', undefined],
])('reads %j in %s as %s', (text, language, limit) => {
  expect(readAmount(text, language)).toBe(limit);
});

test.each(['en', 'es'])('reads what it shows in %s', (language) => {
  for (const limit of [0, 1.125, 12.345678, 1000, 500_000, 1_234_567.5])
    expect(readAmount(showAmount(limit, language), language)).toBe(limit);
});
