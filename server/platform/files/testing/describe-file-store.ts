import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  FileMissingError,
  FileStoreUnavailableError,
  FileTooLargeError,
  type FileStore,
} from '../file-store.ts';
import { PART_BYTES, startStore, type StoreKind } from './stores-under-test.ts';

/** The first time, moto is installed. */
const START_MILLISECONDS = 600_000;

type Started = Awaited<ReturnType<typeof startStore>>;
const options = { contentType: 'text/plain', maximumBytes: 10_000_000 };
const newKey = (extension = 'txt'): string => `i1/${randomUUID()}.${extension}`;
const inTheFuture = (): Date => new Date(Date.now() + 60_000);
const anHourAgo = (): Date => new Date(Date.now() - 3_600_000);

async function* chunks(...contents: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const content of contents) yield await Promise.resolve(Buffer.from(content));
}
const part = (byte: number): Buffer => Buffer.alloc(PART_BYTES, byte);
const read = async (store: FileStore, key: string, range?: { start: number; end: number }): Promise<Buffer> =>
  buffer(await store.openRead(key, range));
const listKeys = async (store: FileStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
};

/** What every store has to do. */
export function describeFileStore(kind: StoreKind): void {
  describe(kind, () => {
    let started: Started;
    let store: FileStore;
    beforeAll(async () => {
      started = await startStore(kind);
      store = started.store;
    }, START_MILLISECONDS);
    afterAll(() => started.stop());

    /** Nothing under the key, and nothing on the way to it. */
    const expectNothingLeft = async (key: string): Promise<void> => {
      expect(await store.find(key)).toBeUndefined();
      expect(await listKeys(store)).not.toContain(key);
      expect(await store.sweepUnfinished(inTheFuture())).toBe(0);
    };

    test('finds, reads, lends and deletes what was written', async () => {
      const key = newKey();
      expect(await store.write(key, chunks('hello ', '', 'world'), options)).toEqual({ sizeBytes: 11 });
      const found = await store.find(key);
      expect(found).toMatchObject({ key, sizeBytes: 11 });
      expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
      expect(String(await read(store, key))).toBe('hello world');
      let path = '';
      const content = await store.withLocalFile(key, (lent) => {
        path = lent;
        return readFile(lent, 'utf8');
      });
      expect(content).toBe('hello world');
      expect(path.startsWith(started.dataDirectory)).toBe(true);
      await store.delete(key);
      await store.delete(key);
      await expectNothingLeft(key);
      await store.check();
    });

    test('rethrows a borrower’s error, and leaves no copy', async () => {
      const key = newKey();
      await store.write(key, chunks('x'), options);
      const borrowed = store.withLocalFile(key, () => Promise.reject(new Error('no use')));
      await expect(borrowed).rejects.toThrow('no use');
      const temporary = await readdir(join(started.dataDirectory, 'temporary')).catch(() => []);
      expect(temporary).toEqual([]);
    });

    test('an empty file is a file', async () => {
      const key = newKey();
      expect(await store.write(key, chunks(), options)).toEqual({ sizeBytes: 0 });
      expect(await store.find(key)).toMatchObject({ sizeBytes: 0 });
      expect((await read(store, key)).length).toBe(0);
      expect((await read(store, key, { start: 0, end: 9 })).length).toBe(0);
      expect(await store.sweepUnfinished(inTheFuture())).toBe(0);
      expect(await store.find(key)).toBeDefined();
    });

    test('a part of a file', async () => {
      const key = newKey();
      await store.write(key, chunks('0123456789'), options);
      const expected: [number, number, string][] = [
        [0, 0, '0'],
        [9, 9, '9'],
        [3, 5, '345'],
        [0, 9, '0123456789'],
        [8, 1000, '89'],
        [10, 12, ''],
        [5000, 6000, ''],
      ];
      for (const [start, end, text] of expected) {
        expect(String(await read(store, key, { start, end }))).toBe(text);
      }
    });

    test('what is not there is missing', async () => {
      await expect(store.openRead(newKey())).rejects.toThrow(FileMissingError);
      await expect(store.openRead(newKey(), { start: 0, end: 1 })).rejects.toThrow(FileMissingError);
      await expect(store.withLocalFile(newKey(), () => Promise.resolve())).rejects.toThrow(FileMissingError);
      expect(await store.find(newKey())).toBeUndefined();
    });

    test('20 MB go in and out as they are', async () => {
      const [key, chunk, count] = [newKey('mp4'), randomBytes(65_531), 320];
      const large = await started.openLarge();
      const before = process.memoryUsage().arrayBuffers;
      let mostBytes = 0;
      const sent = createHash('sha256');
      const content = (async function* () {
        for (let index = 0; index < count; index += 1) {
          sent.update(chunk);
          yield await Promise.resolve(chunk);
          mostBytes = Math.max(mostBytes, process.memoryUsage().arrayBuffers - before);
        }
      })();
      const { sizeBytes } = await large.write(key, content, { contentType: 'video/mp4', maximumBytes: 3e7 });
      expect(sizeBytes).toBe(count * chunk.length);
      // Memory is measured in the slow suite only.
      if (kind !== 'disk') expect(mostBytes).toBeLessThan(sizeBytes / 2);
      const received = createHash('sha256');
      for await (const bytes of await large.openRead(key)) received.update(bytes as Buffer);
      expect(received.digest('hex')).toBe(sent.digest('hex'));
      const middle = await read(large, key, { start: 3 * chunk.length - 5, end: 3 * chunk.length + 4 });
      expect(middle.equals(Buffer.concat([chunk.subarray(-5), chunk.subarray(0, 5)]))).toBe(true);
    });

    test('a file may end exactly with a part', async () => {
      const key = newKey();
      await store.write(key, chunks(part(1), part(2)), { ...options, maximumBytes: 2 * PART_BYTES });
      expect((await read(store, key)).equals(Buffer.concat([part(1), part(2)]))).toBe(true);
      await store.write(key, chunks(part(3)), options);
      expect((await read(store, key)).equals(part(3))).toBe(true);
    });

    describe('a write that fails leaves nothing', () => {
      test.each([1, 3])('beyond the limit, after %i parts', async (count) => {
        const key = newKey();
        const large = chunks(...Array.from({ length: count }, (_, index) => part(index)), 'x');
        const write = store.write(key, large, { ...options, maximumBytes: count * PART_BYTES });
        await expect(write).rejects.toThrow(FileTooLargeError);
        await expectNothingLeft(key);
      });

      test.each([0, 1, 3])('when its source breaks after %i parts', async (count) => {
        const key = newKey();
        const broken = (async function* () {
          for (let index = 0; index < count; index += 1) yield await Promise.resolve(part(index));
          yield Buffer.from('half');
          throw new Error('client left');
        })();
        await expect(store.write(key, broken, options)).rejects.toThrow('client left');
        await expectNothingLeft(key);
      });

      test('when it is called off', async () => {
        const [key, stop] = [newKey(), new AbortController()];
        let hasEnded = false;
        const endless = (async function* () {
          try {
            for (let index = 0; ; index += 1) {
              if (index === 3) stop.abort(new Error('called off'));
              yield await Promise.resolve(part(index));
            }
          } finally {
            hasEnded = true;
          }
        })();
        const write = store.write(key, endless, { ...options, signal: stop.signal });
        await expect(write).rejects.toThrow('called off');
        expect(hasEnded).toBe(true);
        await expectNothingLeft(key);
      });

      test('when it is called off while its source is silent, or before it began', async () => {
        const [key, stop] = [newKey(), new AbortController()];
        const silent = (async function* () {
          yield await Promise.resolve(part(1));
          yield part(2);
          setImmediate(() => stop.abort(new Error('called off')));
          await new Promise(() => undefined);
        })();
        const write = () => store.write(key, silent, { ...options, signal: stop.signal });
        await expect(write()).rejects.toThrow('called off');
        await expectNothingLeft(key);
        await expect(store.write(key, chunks('x'), { ...options, signal: stop.signal })).rejects.toThrow(
          'called off',
        );
        await expectNothingLeft(key);
      });

      test('and what stood under the key stays', async () => {
        const key = newKey();
        await store.write(key, chunks('first'), options);
        const large = chunks(part(1), part(2), part(3));
        const write = store.write(key, large, { ...options, maximumBytes: 2 * PART_BYTES });
        await expect(write).rejects.toThrow(FileTooLargeError);
        expect(String(await read(store, key))).toBe('first');
        await store.write(key, chunks('second'), options);
        expect(String(await read(store, key))).toBe('second');
      });
    });

    test('what an interrupted write left is swept, and what is under way is not', async () => {
      const other = await started.openAnother();
      const key = newKey();
      let goOn: () => void = () => undefined;
      let isUnderWay: () => void = () => undefined;
      const underWay = new Promise<void>((resolve) => {
        isUnderWay = resolve;
      });
      const slow = () =>
        (async function* () {
          // With one part at a time, the first one is there when a fourth is asked for.
          for (let index = 0; index < 3; index += 1) yield await Promise.resolve(part(index));
          const wait = new Promise<void>((resolve) => {
            goOn = resolve;
          });
          isUnderWay();
          await wait;
          yield part(3);
        })();
      const write = other.write(key, slow(), options);
      await underWay;
      expect(await other.sweepUnfinished(anHourAgo())).toBe(0);
      expect(await other.find(key)).toBeUndefined();
      expect(await listKeys(other)).toEqual([]);
      goOn();
      expect(await write).toEqual({ sizeBytes: 4 * PART_BYTES });

      const began = new Promise<void>((resolve) => {
        isUnderWay = resolve;
      });
      const [secondKey, content] = [newKey(), slow()];
      const second = other.write(secondKey, content, options);
      await began;
      expect(await other.sweepUnfinished(inTheFuture())).toBe(1);
      goOn();
      await expect(second).rejects.toThrow(FileStoreUnavailableError);
      expect(await other.sweepUnfinished(inTheFuture())).toBe(0);
      expect(await listKeys(other)).toEqual([key]);
    });

    test('of concurrent writes to one key, one remains, complete', async () => {
      const key = newKey();
      const contents = [1, 2, 3].map((byte) => Buffer.concat([part(byte), part(byte), part(byte)]));
      const writes = await Promise.allSettled(
        contents.map((content) => store.write(key, chunks(content), options)),
      );
      const done = contents.filter((_, index) => writes[index]?.status === 'fulfilled');
      expect(done.length).toBeGreaterThan(0);
      const stayed = await read(store, key);
      expect(done.some((content) => content.equals(stayed))).toBe(true);
      expect(await store.sweepUnfinished(inTheFuture())).toBe(0);
    });

    test('a list of several pages holds every file, and nothing else', async () => {
      const other = await started.openAnother();
      expect(await listKeys(other)).toEqual([]);
      await other.check();
      const keys = Array.from({ length: 8 }, (_, index) => `i${index % 3}/${randomUUID()}.txt`);
      await Promise.all(keys.map((key) => other.write(key, chunks(key), options)));
      expect(await listKeys(other)).toEqual(keys.toSorted());
      for await (const { key, sizeBytes, modifiedAt } of other.list()) {
        expect(sizeBytes).toBe(key.length);
        expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
      }
      // Files may go while they are listed.
      for await (const { key } of other.list()) await other.delete(key);
      expect(await listKeys(other)).toEqual([]);
    });

    test('a key that breaks the rule leads nowhere', async () => {
      const key = 'i1/../../a.txt';
      expect(await store.find(key)).toBeUndefined();
      await expect(store.openRead(key)).rejects.toThrow(FileMissingError);
      await expect(store.write(key, chunks('x'), options)).rejects.toThrow(FileMissingError);
      await expect(store.delete(key)).rejects.toThrow(FileMissingError);
      await expect(store.withLocalFile(key, () => Promise.resolve())).rejects.toThrow(FileMissingError);
    });

    describe('a store that goes away', () => {
      let isBroken = false;
      const breakDown = async (): Promise<void> => {
        isBroken = true;
        await started.breakDown();
      };
      const mend = async (): Promise<void> => {
        isBroken = false;
        await started.mend();
      };
      afterEach(async () => {
        if (isBroken) await mend();
      });

      test('in the middle of a write fails as one, and keeps nothing', async () => {
        const key = newKey();
        const content = (async function* () {
          yield await Promise.resolve(part(1));
          yield part(2);
          yield part(3);
          await breakDown();
          yield part(4);
          yield part(5);
          yield part(6);
        })();
        await expect(store.write(key, content, options)).rejects.toThrow(FileStoreUnavailableError);
        await mend();
        expect(await store.find(key)).toBeUndefined();
        await store.sweepUnfinished(inTheFuture());
        await expectNothingLeft(key);
        await store.write(key, chunks('again'), options);
      });

      test('fails as one whatever is asked of it', async () => {
        const key = newKey();
        await store.write(key, chunks('x'), options);
        await breakDown();
        const calls: readonly Promise<unknown>[] = [
          store.check(),
          store.find(key),
          store.openRead(key),
          store.delete(key),
          listKeys(store),
          store.sweepUnfinished(inTheFuture()),
          store.write(newKey(), chunks('y'), options),
          store.withLocalFile(key, () => Promise.resolve()),
        ];
        await Promise.all(calls.map((call) => expect(call).rejects.toThrow(FileStoreUnavailableError)));
        await mend();
        await store.check();
        expect(String(await read(store, key))).toBe('x');
      });
    });

    if (kind === 'disk') {
      test('the disk has no signed addresses', async () => {
        expect(
          await store.createDirectLink('i1/a.txt', { contentType: 'text/plain', expiresAt: inTheFuture() }),
        ).toBe(undefined);
      });
    } else {
      test('a direct link answers with the type asked for, whole and in part, and with no other file', async () => {
        const [key, expiresAt] = [newKey(), inTheFuture()];
        await store.write(key, chunks('0123456789'), options);
        const link = (await store.createDirectLink(key, { contentType: 'application/pdf', expiresAt })) ?? '';
        const answer = await fetch(link);
        expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'application/pdf',
          'content-disposition': 'inline',
          'cache-control': 'private, max-age=3600',
        });
        const some = await fetch(link, { headers: { range: 'bytes=2-4' } });
        expect([some.status, await some.text()]).toEqual([206, '234']);
        expect(await store.createDirectLink(key, { contentType: 'application/pdf', expiresAt })).toBe(link);
        const bad = store.createDirectLink('../a.txt', { contentType: 'text/plain', expiresAt });
        await expect(bad).rejects.toThrow(FileMissingError);
      });

      test('reports an interrupted download, and leaves no copy', async () => {
        const key = newKey('mp4');
        await store.write(key, chunks(...Array.from({ length: 40 }, (_, index) => part(index))), options);
        started.proxy?.cutAfter(500_000);
        const lent = store.withLocalFile(key, () => Promise.resolve());
        await expect(lent).rejects.toThrow(FileStoreUnavailableError);
        started.proxy?.mend();
        expect(await readdir(join(started.dataDirectory, 'temporary'))).toEqual([]);
        expect((await read(store, key)).length).toBe(40 * PART_BYTES);
      });
    }
  });
}
