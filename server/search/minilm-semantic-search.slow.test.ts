import { readdir, readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import pg from 'pg';
import { MINILM_NAME } from '../ai/minilm/minilm-protocol.ts';
import { createMiniLmTextEmbedder } from '../ai/minilm/minilm-text-embedder.ts';
import { getTestModels } from '../ai/testing/test-models.ts';
import { TextEmbedderUnavailableError, type TextEmbedder } from '../ai/text-embedder.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createMiniLmSemanticSearch } from './minilm-semantic-search.ts';
import type { SemanticSearch } from './semantic-search.ts';

let models: Awaited<ReturnType<typeof getTestModels>>;
let database: TestDatabase;
let client: pg.Client;
let embedder: TextEmbedder;
const opened: SemanticSearch[] = [];
beforeAll(async () => {
  models = await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  embedder = createMiniLmTextEmbedder({ files: models.miniLm, processes: 1 });
  database = await createTestDatabase({ migrate: migrateToLatest });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    `insert into users (email, name, department, password_hash, api_key_hash, api_key_encrypted)
     values ('a@example.test', '', '', '', '', '')`,
  );
}, 300_000);
afterEach(async () => {
  await Promise.all(opened.splice(0).map((search) => search.close()));
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await embedder.close();
});

function open(options: { memoryMegabytes?: number; files?: typeof models.miniLm } = {}): SemanticSearch {
  const search = createMiniLmSemanticSearch({
    files: options.files ?? models.miniLm,
    databaseUrl: database.connectionString,
    memoryMegabytes: options.memoryMegabytes ?? 16,
  });
  opened.push(search);
  return search;
}

let made = 0;
/** Keeps texts as the passages of a source; its id, and theirs in their order. */
async function keep(
  texts: readonly string[],
  embeddedBy: string | null = MINILM_NAME,
): Promise<{ id: string; passageIds: string[] }> {
  made += 1;
  const id = `ds_${made}`;
  const vectors = await embedder.embed(texts);
  await client.query(
    `insert into document_sources (id, instructor_id, plain_text, spoken, embedded_by)
     select $1, id, '', false, $2 from users`,
    [id, embeddedBy],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into passages (docsource_id, position, section, text, start_offset, end_offset, embedding)
     select $1, place - 1, 0, text, 0, 0, vector
     from unnest($2::text[], $3::bytea[]) with ordinality as given (text, vector, place)
     order by place returning id`,
    [id, texts, vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))],
  );
  return { id, passageIds: rows.map((row) => row.id) };
}

/** The search processes of this one. */
async function listSearchProcesses(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    );
    const parent = Number(/\) \w (\d+)/u.exec(stat ?? '')?.[1]);
    if (parent === process.pid && command?.includes('search.child.ts')) found.push(Number(name));
  }
  return found;
}

const PLANTS = [
  'Chlorophyll absorbs red and blue light in the leaves of plants.',
  'Roots draw water and minerals from the soil.',
];
const MARKETS = ['The stock market fell sharply on Monday.', 'Banks lend money to firms at interest.'];

test('the nearest passages come first, of the sources asked for and no others', async () => {
  const [plants, markets] = [await keep(PLANTS), await keep(MARKETS)];
  const search = open();
  const everywhere = {
    text: 'How do leaves take up sunlight?',
    documentSourceIds: [markets.id, plants.id],
    limit: 3,
  };
  const ranked = await search.rank(everywhere);
  expect(ranked.map(({ passageId }) => passageId).slice(0, 2)).toEqual(plants.passageIds);
  expect(ranked).toHaveLength(3);
  const similarities = ranked.map(({ similarity }) => similarity);
  expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
  const elsewhere = await search.rank({ ...everywhere, documentSourceIds: [markets.id] });
  expect(elsewhere.map(({ passageId }) => passageId).sort()).toEqual(markets.passageIds.sort());
  expect(await search.rank({ ...everywhere, documentSourceIds: [] })).toEqual([]);
  expect(await search.rank({ ...everywhere, documentSourceIds: ['ds_absent'] })).toEqual([]);
});

test('similarities are the cosines of the vectors, also when they are asked for one by one', async () => {
  const plants = await keep(PLANTS);
  const search = open();
  const text = 'What do roots do?';
  const [question, ...vectors] = await search.embed([text, ...PLANTS]);
  const cosines = vectors.map((vector) =>
    vector.reduce((sum, value, index) => sum + value * (question?.[index] ?? 0), 0),
  );
  const ranked = await search.rank({ text, documentSourceIds: [plants.id], limit: 2 });
  for (const { passageId, similarity } of ranked)
    // The int8 model's rounding depends a little on its neighbours in the batch.
    expect(similarity).toBeCloseTo(cosines[plants.passageIds.indexOf(passageId)] ?? NaN, 1);
  const passages = [
    ...plants.passageIds.map((passageId) => ({ documentSourceId: plants.id, passageId })),
    { documentSourceId: plants.id, passageId: '999999999' },
  ];
  const compared = await search.compare({ text, passages });
  expect(compared).toHaveLength(2);
  expect(new Map(compared.map((each) => [each.passageId, each.similarity]))).toEqual(
    new Map(ranked.map((each) => [each.passageId, each.similarity])),
  );
});

test('distinguishes a sentence that answers from others about the same subject, in any batch', async () => {
  const search = open();
  const question = 'How tall is the old lighthouse?';
  const candidates = [
    { sentence: 'The old lighthouse was built by a fisherman in 1871.', context: 'The coast:' },
    {
      sentence: 'From its foot to its lamp it measures forty metres.',
      context: 'The coast: The old lighthouse is white.',
    },
    { sentence: 'The old lighthouse is white.', context: 'The coast:' },
    { sentence: 'Herring are salted in barrels.', context: 'Trade:' },
  ];
  const odds = await search.judge(question, candidates);
  expect(odds.indexOf(Math.max(...odds))).toBe(1);
  expect(odds[1]).toBeGreaterThan(0);
  expect(odds[3]).toBeLessThan(-2);
  const reversed = await search.judge(question, candidates.toReversed());
  // The int8 model's rounding depends a little on its neighbours in the batch.
  for (const [at, value] of reversed.toReversed().entries()) expect(value).toBeCloseTo(odds[at] ?? NaN, 0);
  expect(await search.judge(question, [])).toEqual([]);
});

test('a source is found once its model has embedded it, and what is deleted is not asked for', async () => {
  const other = await keep(PLANTS, 'another-model@1');
  const unfinished = await keep(PLANTS, null);
  const search = open();
  const request = { text: 'plants', documentSourceIds: [other.id, unfinished.id], limit: 9 };
  expect(await search.rank(request)).toEqual([]);
  await client.query('update document_sources set embedded_by = $2 where id = $1', [
    unfinished.id,
    MINILM_NAME,
  ]);
  expect((await search.rank(request)).map(({ passageId }) => passageId).sort()).toEqual(
    unfinished.passageIds.sort(),
  );
});

test('a process that is killed in the middle is replaced, and the call made again', async () => {
  const plants = await keep(PLANTS);
  const search = open();
  const request = { text: 'leaves', documentSourceIds: [plants.id], limit: 1 };
  const before = await search.rank(request);
  const [idle] = await listSearchProcesses();
  process.kill(idle ?? 0, 'SIGKILL');
  expect(await search.rank(request)).toEqual(before);
  const [busy] = await listSearchProcesses();
  expect(busy).not.toBe(idle);
  const embedding = search.embed(Array.from({ length: 16 }, (_, index) => `word ${index} `.repeat(100)));
  process.kill(busy ?? 0, 'SIGKILL');
  expect(await embedding).toHaveLength(16);
});

test('an abort frees who waits, and closing ends the process', async () => {
  const search = open();
  const stop = new AbortController();
  const waiting = search.embed(['Nobody waits for this.'], stop.signal);
  stop.abort(new Error('Nobody waits any more.'));
  await expect(waiting).rejects.toThrow('Nobody waits any more.');
  expect(await search.embed(['Still here.'])).toHaveLength(1);
  expect(await listSearchProcesses()).not.toEqual([]);
  await search.close();
  await vi.waitFor(async () => expect(await listSearchProcesses()).toEqual([]), { timeout: 30_000 });
});

test('without its files it says so, and starts nothing', async () => {
  const search = open({ files: { modelPath: '/nowhere/a', tokenizerPath: '/nowhere/b' } });
  // Each when its turn comes: one that fails while another is waited for would be an unhandled rejection.
  const calls: readonly (() => Promise<unknown>)[] = [
    () => search.embed(['Hello']),
    () => search.rank({ text: 'Hello', documentSourceIds: ['ds_1'], limit: 1 }),
    () => search.compare({ text: 'Hello', passages: [{ documentSourceId: 'ds_1', passageId: '1' }] }),
    () => search.judge('Hello?', [{ sentence: 'Hello.', context: '' }]),
  ];
  for (const call of calls) await expect(call()).rejects.toBeInstanceOf(TextEmbedderUnavailableError);
  expect(await listSearchProcesses()).toEqual([]);
});
