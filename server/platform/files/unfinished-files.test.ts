import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileMissingError } from './file-store.ts';
import { LocalDiskFileStore } from './local-disk-file-store.ts';
import { LocalDiskUnfinishedFiles } from './local-disk-unfinished-files.ts';
import { UnfinishedFilesInParts } from './unfinished-files-in-parts.ts';
import type { UnfinishedFile, UnfinishedFiles } from './unfinished-files.ts';

const STEP_BYTES = 3_000_000;
const MEGABYTE = 1024 ** 2;

let root: string;
let files: LocalDiskFileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-unfinished-'));
  files = new LocalDiskFileStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const listFiles = async (): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Every byte is its position, modulo a prime. */
function makeBytes(from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = (from + index) % 251;
  return bytes;
}

/** A chunk of a new memory each, as a request gives them. */
async function* content(from: number, to: number, chunkBytes = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += chunkBytes) {
    yield await Promise.resolve(Uint8Array.from(makeBytes(at, Math.min(to, at + chunkBytes))));
  }
}

async function* breaking(from: number, to: number): AsyncGenerator<Uint8Array> {
  yield* content(from, to);
  throw new Error('client left');
}

const begin = (): UnfinishedFile => ({ id: randomUUID(), sizeBytes: 0, parts: [] });

/** Appends, and returns the last report and their number. */
async function append(
  store: UnfinishedFiles,
  file: UnfinishedFile,
  source: AsyncIterable<Uint8Array>,
): Promise<{ file: UnfinishedFile; told: number[]; error: unknown }> {
  let last = file;
  const told: number[] = [];
  let error: unknown;
  await store
    .append(file, source, (durable) => {
      last = durable;
      told.push(durable.sizeBytes);
      return Promise.resolve();
    })
    .catch((thrown: unknown) => {
      error = thrown;
    });
  return { file: last, told, error };
}

describe.each([
  ['on a disk', (): UnfinishedFiles => new LocalDiskUnfinishedFiles(root, STEP_BYTES)],
  ['in parts', (): UnfinishedFiles => new UnfinishedFilesInParts(files, STEP_BYTES)],
])('an unfinished file %s', (_where, open) => {
  let store: UnfinishedFiles;
  beforeEach(() => {
    store = open();
  });

  test('comes in pieces, is completed under its key, and leaves nothing else', async () => {
    const first = await append(store, begin(), content(0, 10 * MEGABYTE));
    expect(first.error).toBeUndefined();
    expect(first.file.sizeBytes).toBe(10 * MEGABYTE);
    // Told on the way too, and never less than before.
    expect(first.told[0]).toBeLessThan(10 * MEGABYTE);
    expect(first.told).toEqual([...first.told].sort((a, b) => a - b));
    const second = await append(store, first.file, content(10 * MEGABYTE, 10 * MEGABYTE + 5, 2));
    expect(second.file.sizeBytes).toBe(10 * MEGABYTE + 5);
    expect(await store.readBeginning(second.file, 70_000)).toEqual(makeBytes(0, 70_000));

    await store.complete(second.file, 'i1/a.mp4', 'video/mp4');
    const whole = await buffer(await files.openRead('i1/a.mp4'));
    expect(whole.equals(makeBytes(0, 10 * MEGABYTE + 5))).toBe(true);
    // The process may end before it wrote that down.
    await store.complete(second.file, 'i1/a.mp4', 'video/mp4');
    await store.discard(second.file);
    await store.discard(second.file);
    expect(await listFiles()).toEqual(['a.mp4']);
  });

  test('keeps what came before its source broke, and continues from there', async () => {
    const broken = await append(store, begin(), breaking(0, 4 * MEGABYTE + 17));
    expect(broken.error).toEqual(new Error('client left'));
    expect(broken.file.sizeBytes).toBe(4 * MEGABYTE + 17);
    const whole = await append(store, broken.file, content(4 * MEGABYTE + 17, 5 * MEGABYTE));
    await store.complete(whole.file, 'i1/a.mp4', 'video/mp4');
    expect((await buffer(await files.openRead('i1/a.mp4'))).equals(makeBytes(0, 5 * MEGABYTE))).toBe(true);
  });

  test('overwrites bytes that were never reported, as after a kill', async () => {
    const early = await append(store, begin(), content(0, 100_000));
    const stale = Uint8Array.from(Buffer.alloc(500_000, 255));
    await append(
      store,
      early.file,
      (async function* () {
        yield await Promise.resolve(stale);
      })(),
    );
    const late = await append(store, early.file, content(100_000, 200_000));
    await store.complete(late.file, 'i1/a.mp4', 'video/mp4');
    expect((await buffer(await files.openRead('i1/a.mp4'))).equals(makeBytes(0, 200_000))).toBe(true);
  });

  test('stops when what is durable cannot be written down', async () => {
    let readBytes = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content(0, 64 * MEGABYTE)) {
        readBytes += chunk.byteLength;
        yield chunk;
      }
    }
    const write = store.append(begin(), counted(), () => Promise.reject(new Error('taken over')));
    await expect(write).rejects.toThrow('taken over');
    expect(readBytes).toBeLessThan(32 * MEGABYTE);
  });

  test('reports a discarded or lost one as missing, never as shorter', async () => {
    const { file } = await append(store, begin(), content(0, 100_000));
    await store.discard(file);
    expect(await listFiles()).toEqual([]);
    await expect(store.complete(file, 'i1/a.mp4', 'video/mp4')).rejects.toThrow(FileMissingError);
    await expect(store.readBeginning(file, 10)).rejects.toThrow(FileMissingError);
    expect(await files.find('i1/a.mp4')).toBeUndefined();
  });
});

test('on a disk a file that is shorter than it should be is missing', async () => {
  const store = new LocalDiskUnfinishedFiles(root);
  const { file } = await append(store, begin(), content(0, 1000));
  const longer = { ...file, sizeBytes: 1001 };
  expect((await append(store, longer, content(1001, 1002))).error).toBeInstanceOf(FileMissingError);
  await expect(store.complete(longer, 'i1/a.mp4')).rejects.toThrow(FileMissingError);
  const strange = { id: '../../etc/passwd', sizeBytes: 0, parts: [] };
  expect((await append(store, strange, content(0, 1))).error).toBeInstanceOf(FileMissingError);
});
