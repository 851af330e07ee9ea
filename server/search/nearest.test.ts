import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../language/random.ts';
import { dot, Nearest, type PassageVectors } from './nearest.ts';

const DIMENSIONS = 16;

function makeSources(seed: number, sizes: readonly number[]): PassageVectors[] {
  const random = createRandom(seed);
  let id = 0;
  return sizes.map((size) => ({
    passageIds: Float64Array.from({ length: size }, () => (id += 1)),
    // Few values, so that there are equals.
    rows: Float32Array.from({ length: size * DIMENSIONS }, () => Math.floor(random() * 3) - 1),
  }));
}

/** The same the long way round. */
function sortAll(query: Float32Array, sources: readonly PassageVectors[]): [number, number][] {
  return sources
    .flatMap(({ passageIds, rows }) =>
      Array.from(passageIds, (id, row): [number, number] => [
        id,
        query.reduce((sum, value, index) => sum + value * (rows[row * DIMENSIONS + index] ?? 0), 0),
      ]),
    )
    .sort(([oneId, one], [otherId, other]) => other - one || oneId - otherId);
}

test('keeps the same rows as sorting everything', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.nat(40), { maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }),
      (seed, sizes, limit) => {
        const sources = makeSources(seed, sizes);
        const query = Float32Array.from({ length: DIMENSIONS }, (_, index) => (index % 3) - 1);
        const nearest = new Nearest(limit);
        for (const source of sources) nearest.consider(query, source);
        const { passageIds, similarities } = nearest.list();
        const expected = sortAll(query, sources);
        expect([...similarities]).toEqual(expected.slice(0, limit).map(([, similarity]) => similarity));
        // Of equals at the very end, those stay that came first.
        const last = similarities.at(-1);
        const certain = expected.slice(0, limit).filter(([, similarity]) => similarity !== last);
        expect([...passageIds].slice(0, certain.length)).toEqual(certain.map(([id]) => id));
        expect(new Set(passageIds).size).toBe(passageIds.length);
      },
    ),
  );
});

test('computes the dot product with the given row', () => {
  const query = Float32Array.from({ length: 8 }, (_, index) => index + 1);
  const rows = Float32Array.from({ length: 24 }, (_, index) => (index >= 8 && index < 16 ? 1 : 100));
  expect(dot(query, rows, 8)).toBe(36);
});
