import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTestModels } from '../testing/test-models.ts';
import { TextEmbedderUnavailableError, type TextEmbedder } from '../text-embedder.ts';
import { createMiniLmTextEmbedder } from './minilm-text-embedder.ts';

let embedder: TextEmbedder;
beforeAll(async () => {
  const models = await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  embedder = createMiniLmTextEmbedder({ files: models.miniLm, processes: 1 });
}, 300_000);
afterAll(() => embedder.close());

function cosine(first: Float32Array | undefined, second: Float32Array | undefined): number {
  return (first ?? new Float32Array()).reduce((sum, value, index) => sum + value * (second?.[index] ?? 0), 0);
}

test('related texts are near, others far, all of unit length', async () => {
  const [plants, leaves, market] = await embedder.embed([
    'Plants turn sunlight into sugar.',
    'Photosynthesis in leaves makes glucose from light.',
    'The stock market fell on Monday.',
  ]);
  expect(plants).toHaveLength(embedder.dimensions);
  expect(cosine(plants, plants)).toBeCloseTo(1, 5);
  expect(cosine(plants, leaves)).toBeGreaterThan(0.5);
  expect(cosine(plants, market)).toBeLessThan(0.2);
});

test('keeps the order over many texts of all lengths', async () => {
  const texts = Array.from(
    { length: 70 },
    (_, index) => `Topic ${index}: ${'water and light '.repeat((index * 37) % 400)}`,
  );
  const together = await embedder.embed(texts);
  const [alone] = await embedder.embed([texts[41] ?? '']);
  expect(together).toHaveLength(70);
  // The int8 model's rounding depends a little on its neighbours in the batch.
  expect(cosine(together[41], alone)).toBeGreaterThan(0.98);
});

test('gives up at an abort, and works on afterwards', async () => {
  const stop = new AbortController();
  const embedding = embedder.embed(
    Array.from({ length: 200 }, (_, index) => `Text ${index}`),
    stop.signal,
  );
  stop.abort(new Error('Nobody waits any more.'));
  await expect(embedding).rejects.toThrow('Nobody waits any more.');
  expect(await embedder.embed(['Still here.'])).toHaveLength(1);
});

test('missing files are said to be missing', async () => {
  const absent = createMiniLmTextEmbedder({
    files: { modelPath: '/nowhere/a', tokenizerPath: '/nowhere/b' },
  });
  await expect(absent.embed(['Hello'])).rejects.toBeInstanceOf(TextEmbedderUnavailableError);
});
