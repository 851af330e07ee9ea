import { expect, test } from 'vitest';
import { listCuesWith, listHits } from './search-transcript.ts';

const cues = ['Plates (rigid)', 'nothing', 'PLATES, plates'].map((text, index) => ({
  start_second: index,
  end_second: index + 1,
  text,
}));

test('cues that hold the words, whatever the case', () => {
  expect(listCuesWith(cues, ' plates ')).toEqual([0, 2]);
  expect(listCuesWith(cues, 'plates (')).toEqual([0]);
});

test('a blank query finds nothing', () => {
  expect(listCuesWith(cues, '  ')).toEqual([]);
  expect(listHits('text', '')).toEqual([]);
});

test('each hit in a text', () => {
  expect(listHits('PLATES, plates', 'plates')).toEqual([
    { start: 0, end: 6 },
    { start: 8, end: 14 },
  ]);
  expect(listHits('a\nb', 'a b')).toEqual([{ start: 0, end: 3 }]);
});
