import { expect, test } from 'vitest';
import { fuseRanks, FUSING_WEIGHTS, type Fusible } from './fuse-ranks.ts';

const row = (id: string, position = Number(id) * 10, section = 0): Fusible => ({
  id,
  document_source_id: 'ds',
  position,
  section,
});
const byWords = (...ids: string[]) => ids.map((id) => ({ id, coverage: 1 }));
const byMeaning = (...ids: string[]) =>
  ids.map((passageId, index) => ({ passageId, similarity: 0.9 - index / 10 }));
const idsOf = (fused: readonly { row: Fusible }[]): string[] => fused.map((passage) => passage.row.id);

test('puts first what both ways find, and each keeps its ranks', () => {
  const fused = fuseRanks([row('1'), row('2'), row('3')], {
    byWords: byWords('1', '3'),
    byMeaning: byMeaning('2', '3'),
  });
  expect(idsOf(fused)).toEqual(['3', '1', '2']);
  expect(fused.map(({ wordRank, meaningRank, similarity }) => [wordRank, meaningRank, similarity])).toEqual([
    [2, 2, 0.8],
    [1, null, null],
    [null, 1, 0.9],
  ]);
});

test('a passage that holds little of the question counts less than one that means it', () => {
  const fused = fuseRanks([row('1'), row('2')], {
    byWords: [{ id: '1', coverage: 0.1 }],
    byMeaning: byMeaning('2'),
  });
  expect(idsOf(fused)).toEqual(['2', '1']);
});

test('of two passages alike, the one beside a good one comes first, and only within its section', () => {
  // 2 and 3 have the same ranks; 2 is next to 1.
  const found = {
    byWords: [...byWords('1'), { id: '2', coverage: 0.5 }],
    byMeaning: [
      { passageId: '1', similarity: 0.9 },
      { passageId: '3', similarity: 0.2 },
    ],
  };
  const weights = { ...FUSING_WEIGHTS, words: 2, neighbour: 0.2 };
  const beside = [row('1', 0), row('2', 1), row('3', 9)];
  expect(idsOf(fuseRanks(beside, found, weights))).toEqual(['1', '2', '3']);
  const apart = [row('1', 0), row('2', 1, 1), row('3', 1, 0)];
  expect(idsOf(fuseRanks(apart, found, weights))).toEqual(['1', '3', '2']);
});

test('equals are in the order of the text, and what is in no row is left out', () => {
  const rows = [row('2', 5), row('1', 3)];
  expect(idsOf(fuseRanks(rows, { byWords: [], byMeaning: [] }))).toEqual(['1', '2']);
  expect(fuseRanks([row('1')], { byWords: byWords('9', '1'), byMeaning: byMeaning('8') })).toHaveLength(1);
});
