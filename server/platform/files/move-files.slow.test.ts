import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '#server/config.ts';
import { AzureFileStore } from './azure-file-store.ts';
import type { FileStore } from './file-store.ts';
import { LocalDiskFileStore } from './local-disk-file-store.ts';
import { moveFiles, SamePlaceError, type MovedFile } from './move-files.ts';
import { S3FileStore } from './s3-file-store.ts';
import { startAzurite, type AzuriteServer } from './testing/azurite.ts';
import { startMoto, type MotoServer } from './testing/moto.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const directory = await useDirectory();
let azurite: AzuriteServer;
let moto: MotoServer;
beforeAll(async () => {
  [azurite, moto] = await Promise.all([startAzurite(), startMoto()]);
}, 600_000);
afterAll(async () => {
  await Promise.all([azurite.stop(), moto.stop()]);
});

const newDisk = async (): Promise<LocalDiskFileStore> =>
  new LocalDiskFileStore(await mkdtemp(join(directory, 'files-')));
const newAzure = async () => new AzureFileStore(await azurite.makeContainer(), directory);
const newS3 = async () => new S3FileStore(await moto.makeBucket(), directory);

const FILES: ReadonlyMap<string, Buffer> = new Map([
  ['i1/a.txt', Buffer.from('hello')],
  ['i1/b.pdf', randomBytes(70_000)],
  ['i2/c.mp4', randomBytes(9_000_000)],
]);
async function fill(store: FileStore): Promise<void> {
  for (const [key, content] of FILES) await put(store, key, content);
}
async function put(store: FileStore, key: string, bytes: Buffer): Promise<void> {
  const content = (async function* () {
    yield await Promise.resolve(bytes);
  })();
  await store.write(key, content, { contentType: 'application/pdf', maximumBytes: bytes.length });
}
const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const DIGESTS = Object.fromEntries([...FILES].map(([key, content]) => [key, digestOf(content)]));
async function contentOf(store: FileStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { key } of store.list()) found[key] = digestOf(await buffer(await store.openRead(key)));
  return found;
}

async function move(source: FileStore, target: FileStore, deletesSource = false) {
  const moved: MovedFile[] = [];
  const signal = new AbortController().signal;
  const onFile = (file: MovedFile) => void moved.push(file);
  const summary = await moveFiles(source, target, { deletesSource, parallelFiles: 2, signal, onFile });
  return { summary, moved };
}

test('files go from the disk to S3, from there to Azure and back to the disk, unchanged', async () => {
  const [disk, s3, azure, back] = [await newDisk(), await newS3(), await newAzure(), await newDisk()];
  await fill(disk);
  for (const [from, to] of [
    [disk, s3],
    [s3, azure],
    [azure, back],
  ] as const) {
    const { summary } = await move(from, to);
    expect(summary).toMatchObject({ files: 3, bytes: 9_070_005, deleted: 0 });
    expect(summary.outcomes).toMatchObject({ copied: 3, failed: 0 });
  }
  for (const store of [disk, s3, azure, back]) expect(await contentOf(store)).toEqual(DIGESTS);
  const expiresAt = new Date(Date.now() + 60_000);
  const link = await azure.createDirectLink('i1/a.txt', { contentType: '', expiresAt });
  expect((await fetch(link)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('a second run copies only what is missing or of another size', async () => {
  const [disk, s3] = [await newDisk(), await newS3()];
  await fill(disk);
  await move(disk, s3);
  await s3.delete('i1/a.txt');
  await put(s3, 'i1/b.pdf', Buffer.from('half'));
  const { summary } = await move(disk, s3);
  expect(summary.outcomes).toEqual({ copied: 2, 'there already': 1, 'gone meanwhile': 0, failed: 0 });
  expect(await contentOf(s3)).toEqual(DIGESTS);
});

test('the source is deleted only when the copy was read back and is the same', async () => {
  const [disk, azure] = [await newDisk(), await newAzure()];
  await fill(disk);
  // As long, but another one.
  await put(azure, 'i1/a.txt', Buffer.from('jello'));
  const first = await move(disk, azure, true);
  expect(first.summary).toMatchObject({ deleted: 2, outcomes: { copied: 2, failed: 1 } });
  expect(Object.keys(await contentOf(disk))).toEqual(['i1/a.txt']);
  const second = await move(disk, azure, true);
  expect(second.summary).toMatchObject({ deleted: 1, outcomes: { copied: 1, failed: 0 } });
  expect(await contentOf(disk)).toEqual({});
  expect(await contentOf(azure)).toEqual(DIGESTS);
});

test('one place under two names is refused, and loses nothing', async () => {
  const config = await moto.makeBucket();
  const one = new S3FileStore(config, directory);
  const other = new S3FileStore({ ...config, endpoint: `http://localhost:${moto.port}` }, directory);
  await fill(one);
  await expect(move(one, other, true)).rejects.toThrow(SamePlaceError);
  expect(await contentOf(one)).toEqual(DIGESTS);
});

test('reports and leaves a file that fails, and moves the others', async () => {
  const [disk, s3] = [await newDisk(), await newS3()];
  await fill(disk);
  const failing = new Proxy(s3, {
    get(store, name) {
      if (name !== 'write') {
        const member: unknown = Reflect.get(store, name, store);
        return typeof member === 'function' ? (member.bind(store) as unknown) : member;
      }
      return (...given: Parameters<FileStore['write']>) =>
        given[0] === 'i1/b.pdf' ? Promise.reject(new Error('no luck')) : store.write(...given);
    },
  });
  const { summary, moved } = await move(disk, failing, true);
  expect(summary).toMatchObject({ deleted: 2, outcomes: { copied: 2, failed: 1 } });
  expect(moved.find(({ outcome }) => outcome === 'failed')).toMatchObject({
    key: 'i1/b.pdf',
    error: new Error('no luck'),
  });
  expect(Object.keys(await contentOf(disk))).toEqual(['i1/b.pdf']);
});

test('the command reads the source from the settings and the target from its argument', async () => {
  const dataDirectory = await mkdtemp(join(directory, 'data-'));
  await fill(new LocalDiskFileStore(join(dataDirectory, 'files')));
  const config = await moto.makeBucket();
  const run = promisify(execFile);
  const script = join(import.meta.dirname, '../../commands/move-files.ts');
  const env = childEnvironment({
    DATA_DIR: dataDirectory,
    TO_AWS_ACCESS_KEY_ID: 'test',
    TO_AWS_SECRET_ACCESS_KEY: 'test',
  });
  const address = `s3://${config.bucket}?endpoint=${config.endpoint}`;
  const { stdout } = await run(process.execPath, [script, '--to', address, '--delete-source'], { env });
  expect(stdout).toContain('Done: 3 files copied (9.1 MB), 0 were there already');
  expect(stdout).toContain('3 deleted from the source.');
  expect(stdout).toContain(`FILE_STORE=${address} `);
  expect(await contentOf(new S3FileStore(config, directory))).toEqual(DIGESTS);
  await expect(run(process.execPath, [script], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Use: npm run move-files') as unknown,
  });
  await expect(run(process.execPath, [script, '--to', 'azure'], { env })).rejects.toMatchObject({
    stderr: expect.stringContaining('--to: must be disk, azure://CONTAINER') as unknown,
  });
});
