import { expect, test } from 'vitest';
import { paths } from '#web/ui/paths.ts';
import { readOpenedPlace } from './opened-place.ts';

test('reads what the chips write', () => {
  const evidence = {
    quote: 'Plates move & rest',
    page: 7,
    start_second: null,
    end_second: null,
    passage_id: '1',
  };
  const address = new URL(paths.evidence(5, evidence), 'https://lectern.example');
  expect(readOpenedPlace(address.searchParams)).toEqual({
    second: undefined,
    page: 7,
    quote: 'Plates move & rest',
  });
});

test.each([
  ['t=754.2', { second: 754.2, page: undefined, quote: '' }],
  ['t=0', { second: 0, page: undefined, quote: '' }],
  ['t=-1&page=0&quote=+x+', { second: undefined, page: undefined, quote: 'x' }],
  ['t=NaN&page=1.5', undefined],
  ['t=&tab=summary', undefined],
])('%s', (search, place) => {
  expect(readOpenedPlace(new URLSearchParams(search))).toEqual(place);
});
