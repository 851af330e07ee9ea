import { beforeEach, expect, test } from 'vitest';
import type { PassageVectors } from './nearest.ts';
import { VectorCache, type VectorReader } from './vector-cache.ts';

const DIMENSIONS = 8;
const BYTES_PER_PASSAGE = DIMENSIONS * 4 + 8;

/** What is kept elsewhere: sources by their passages' ids. */
let kept: Map<string, number[]>;
let read: string[];
const reader: VectorReader = {
  measure: (ids) =>
    Promise.resolve(
      ids.flatMap((documentSourceId) => {
        const passages = kept.get(documentSourceId)?.length;
        return passages === undefined ? [] : [{ documentSourceId, passages }];
      }),
    ),
  read: (ids) => {
    read.push(...ids);
    return Promise.resolve(
      new Map(
        ids.flatMap((id): [string, PassageVectors][] => {
          const passages = kept.get(id);
          return passages === undefined
            ? []
            : [
                [
                  id,
                  {
                    passageIds: Float64Array.from(passages),
                    rows: new Float32Array(passages.length * DIMENSIONS),
                  },
                ],
              ];
        }),
      ),
    );
  },
};

beforeEach(() => {
  kept = new Map();
  read = [];
});

const createCache = (passagesThatFit: number): VectorCache =>
  new VectorCache(reader, { memoryBytes: passagesThatFit * BYTES_PER_PASSAGE, dimensions: DIMENSIONS });

async function listSeen(cache: VectorCache, ...ids: string[]): Promise<number[]> {
  const seen: number[] = [];
  await cache.forEach(ids, ({ passageIds }) => {
    seen.push(...passageIds);
  });
  return seen.sort((one, other) => one - other);
}

test('a source is read once, shown once, and every time', async () => {
  kept = new Map([
    ['a', [1, 2]],
    ['b', [3]],
  ]);
  const cache = createCache(10);
  expect(await listSeen(cache, 'a', 'b', 'a')).toEqual([1, 2, 3]);
  expect(await listSeen(cache, 'b', 'a')).toEqual([1, 2, 3]);
  expect(await listSeen(cache, 'a')).toEqual([1, 2]);
  expect(read).toEqual(['a', 'b']);
});

test('a source that has no vectors yet is looked for again', async () => {
  const cache = createCache(10);
  expect(await listSeen(cache, 'a')).toEqual([]);
  kept.set('a', [1]);
  expect(await listSeen(cache, 'a')).toEqual([1]);
});

test('the one not used for longest makes room', async () => {
  kept = new Map([
    ['a', [1, 2]],
    ['b', [3, 4]],
    ['c', [5, 6]],
  ]);
  const cache = createCache(4);
  await listSeen(cache, 'a');
  await listSeen(cache, 'b');
  await listSeen(cache, 'a');
  await listSeen(cache, 'c');
  expect(read).toEqual(['a', 'b', 'c']);
  await listSeen(cache, 'a');
  await listSeen(cache, 'c');
  expect(read).toEqual(['a', 'b', 'c']);
  await listSeen(cache, 'b');
  expect(read).toEqual(['a', 'b', 'c', 'b']);
});

test('shows all sources that exceed the memory, and does not reread those that fitted', async () => {
  kept = new Map(Array.from({ length: 10 }, (_, index) => [`s${index}`, [2 * index, 2 * index + 1]]));
  const all = [...kept.keys()];
  const everything = Array.from({ length: 20 }, (_, index) => index);
  const cache = createCache(7);
  expect(await listSeen(cache, ...all)).toEqual(everything);
  expect(cache.usedBytes).toBe(6 * BYTES_PER_PASSAGE);
  read = [];
  // Those that came first stayed: each pass would otherwise throw out what the next one asks for first.
  await listSeen(cache, 's0', 's1', 's2');
  expect(read).toEqual([]);
  expect(await listSeen(cache, ...all)).toEqual(everything);
  expect(read).toHaveLength(7);
  expect(cache.usedBytes).toBe(6 * BYTES_PER_PASSAGE);
});

test('a source that alone is larger than the memory is not kept', async () => {
  kept = new Map([['a', [1, 2, 3]]]);
  const cache = createCache(2);
  expect(await listSeen(cache, 'a')).toEqual([1, 2, 3]);
  expect(cache.usedBytes).toBe(0);
});
