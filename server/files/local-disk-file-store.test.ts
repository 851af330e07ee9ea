import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileMissingError, FileTooLargeError } from './file-store.ts';
import { LocalDiskFileStore } from './local-disk-file-store.ts';

let root: string;
let store: LocalDiskFileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  store = new LocalDiskFileStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}
const options = { contentType: 'text/plain', maximumBytes: 100 };
const listFiles = async (): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('what was written is found, read whole and in part, listed, lent and deleted', async () => {
  expect(await store.write('i1/a.txt', chunks('hello ', 'world'), options)).toEqual({ sizeBytes: 11 });
  expect(await store.find('i1/a.txt')).toMatchObject({ key: 'i1/a.txt', sizeBytes: 11 });
  expect(String(await buffer(await store.openRead('i1/a.txt')))).toBe('hello world');
  expect(String(await buffer(await store.openRead('i1/a.txt', { start: 6, end: 8 })))).toBe('wor');
  const listed: string[] = [];
  for await (const { key } of store.list()) listed.push(key);
  expect(listed).toEqual(['i1/a.txt']);
  expect(await store.withLocalFile('i1/a.txt', (path) => Promise.resolve(path))).toBe(join(root, 'i1/a.txt'));
  await store.delete('i1/a.txt');
  await store.delete('i1/a.txt');
  expect(await store.find('i1/a.txt')).toBeUndefined();
  await store.check();
});

test('what is not there is missing', async () => {
  await expect(store.openRead('i1/none.txt')).rejects.toThrow(FileMissingError);
  await expect(store.withLocalFile('i1/none.txt', () => Promise.resolve())).rejects.toThrow(FileMissingError);
});

describe('a write that fails leaves nothing', () => {
  test('beyond the limit', async () => {
    const large = chunks('x'.repeat(60), 'x'.repeat(41));
    await expect(store.write('i1/a.txt', large, options)).rejects.toThrow(FileTooLargeError);
    expect(await listFiles()).toEqual([]);
    await store.write('i1/a.txt', chunks('x'.repeat(100)), options);
  });

  test('when its source breaks', async () => {
    const broken = (async function* () {
      yield await Promise.resolve(Buffer.from('half'));
      throw new Error('client left');
    })();
    await expect(store.write('i1/a.txt', broken, options)).rejects.toThrow('client left');
    expect(await listFiles()).toEqual([]);
  });

  test('when it is called off', async () => {
    const stop = new AbortController();
    const endless = (async function* () {
      for (;;) {
        yield await Promise.resolve(Buffer.from('x'));
        stop.abort(new Error('called off'));
      }
    })();
    const write = store.write('i1/a.txt', endless, { ...options, signal: stop.signal });
    await expect(write).rejects.toThrow('called off');
    expect(await listFiles()).toEqual([]);
  });

  test('and what stood under the key stays', async () => {
    await store.write('i1/a.txt', chunks('first'), options);
    await expect(store.write('i1/a.txt', chunks('x'.repeat(101)), options)).rejects.toThrow(
      FileTooLargeError,
    );
    expect(String(await buffer(await store.openRead('i1/a.txt')))).toBe('first');
  });
});

test.each([
  '../a.txt',
  '/etc/passwd',
  'i1/../../a.txt',
  'i1/A.txt',
  '.unfinished/a',
  'i1//a.txt',
  'i1/a',
  '',
  'i1/a.txt\u0000',
])('the key %j leads nowhere', async (key) => {
  expect(await store.find(key)).toBeUndefined();
  await expect(store.openRead(key)).rejects.toThrow(FileMissingError);
  await expect(store.write(key, chunks('x'), options)).rejects.toThrow(FileMissingError);
  await expect(store.delete(key)).rejects.toThrow(FileMissingError);
});
