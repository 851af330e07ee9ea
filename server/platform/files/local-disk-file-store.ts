import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  access,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  FileMissingError,
  FileStoreFullError,
  FileStoreUnavailableError,
  FileTooLargeError,
  isFileKey,
  type ByteRange,
  type FileStore,
  type StoredObject,
  type WriteOptions,
} from './file-store.ts';
import { releaseMemory } from './release-memory.ts';
import { untilAborted } from './until-aborted.ts';

/** The directory of what is not whole yet. */
export const UNFINISHED = '.unfinished';
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const isFullDisk = (error: unknown): boolean => NO_ROOM.has(codeOf(error) ?? '');

/** The errors of a disk or network file system that is absent or denies access. */
const NOT_USABLE = new Set([
  ...[
    'EACCES',
    'EBUSY',
    'EEXIST',
    'EIO',
    'EMFILE',
    'ENFILE',
    'ENODEV',
    'ENOENT',
    'ENOTDIR',
    'ENXIO',
    'EPERM',
    'EROFS',
  ],
  ...['ESTALE'],
]);

/** What an error of the disk means. Any other, such as one of the content, stays itself. */
function explainDisk(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (isFullDisk(error))
    return new FileStoreFullError('The disk has no room for this file.', { cause: error });
  return NOT_USABLE.has(code)
    ? new FileStoreUnavailableError(`The disk cannot be used: ${code}.`, { cause: error })
    : error;
}

/** @param key given where nothing at the path means that this file is missing. */
async function onDisk<Result>(work: () => Promise<Result>, key?: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw key !== undefined && codeOf(error) === 'ENOENT'
      ? new FileMissingError(key, { cause: error })
      : explainDisk(error);
  }
}

/**
 * Keeps files under one directory of this machine. A file is written beside the others under a
 * temporary name, flushed to disk, then renamed, so that a key always names a whole file.
 */
export class LocalDiskFileStore implements FileStore {
  readonly name = 'this server';
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  get root(): string {
    return this.#root;
  }

  async write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ sizeBytes: number }> {
    const target = this.#pathOf(key);
    const unfinished = join(this.#root, UNFINISHED, randomUUID());
    try {
      await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
      const sizeBytes = await writeDurably(unfinished, content, options);
      await makeDirectoryDurably(dirname(target));
      await rename(unfinished, target);
      await syncDirectory(dirname(target));
      return { sizeBytes };
    } catch (error) {
      // What cannot be removed now is swept later; the caller needs to know why the write failed.
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw explainDisk(error);
    }
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await onDisk(() => open(this.#pathOf(key), 'r'), key);
    return createReadStream('', { fd: handle, ...range, highWaterMark: 256 * 1024 });
  }

  async find(key: string): Promise<StoredObject | undefined> {
    if (!isFileKey(key)) return undefined;
    try {
      const { size, mtime } = await onDisk(() => stat(this.#pathOf(key)), key);
      return { key, sizeBytes: size, modifiedAt: mtime };
    } catch (error) {
      if (error instanceof FileMissingError) return undefined;
      throw error;
    }
  }

  async withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result> {
    const path = this.#pathOf(key);
    await onDisk(() => access(path, constants.R_OK), key);
    return use(path);
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await onDisk(() => rm(path, { force: true }));
  }

  async *list(): AsyncIterable<StoredObject> {
    await onDisk(() => mkdir(this.#root, { recursive: true, mode: 0o700 }));
    yield* this.#listBelow('');
  }

  async sweepUnfinished(before: Date): Promise<number> {
    const directory = join(this.#root, UNFINISHED);
    await onDisk(() => mkdir(directory, { recursive: true, mode: 0o700 }));
    let swept = 0;
    for (const name of await onDisk(() => readdir(directory))) {
      const path = join(directory, name);
      const mtime = await onDisk(() => stat(path), name).then(
        (found) => found.mtime,
        (error: unknown) => {
          // Ended by now.
          if (error instanceof FileMissingError) return undefined;
          throw error;
        },
      );
      if (mtime === undefined || mtime >= before) continue;
      await onDisk(() => rm(path, { force: true }));
      swept += 1;
    }
    return swept;
  }

  async check(): Promise<void> {
    const path = join(this.#root, UNFINISHED, `check-${randomUUID()}`);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Something, since a full disk still makes empty files.
      await writeFile(path, new Date().toISOString(), { mode: 0o600 });
    } catch (error) {
      throw explainDisk(error);
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  createDirectLink(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** One directory after the other, each read as it is asked for. `folder` is empty or ends with a slash. */
  async *#listBelow(folder: string): AsyncGenerator<StoredObject> {
    const directory = await onDisk(() => opendir(join(this.#root, folder)));
    for await (const entry of directory) {
      const name = folder + entry.name;
      if (entry.isDirectory() && entry.name !== UNFINISHED) yield* this.#listBelow(`${name}/`);
      const found = entry.isFile() ? await this.find(name) : undefined;
      if (found !== undefined) yield found;
    }
  }

  #pathOf(key: string): string {
    if (!isFileKey(key)) throw new FileMissingError(key);
    return join(this.#root, key);
  }
}

/** What is written at once, while as much is being read: the network and the disk then work side by side. */
const BATCH_BYTES = 1024 * 1024;

async function writeDurably(
  path: string,
  content: AsyncIterable<Uint8Array>,
  { maximumBytes, signal, handsOver = false }: WriteOptions,
): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  let writing: Promise<void> = Promise.resolve();
  const writeBatch = async (chunks: readonly Uint8Array[]): Promise<void> => {
    await writeAll(handle, chunks);
    if (handsOver) chunks.forEach(releaseMemory);
  };
  try {
    let sizeBytes = 0;
    let batch: Uint8Array[] = [];
    let batchBytes = 0;
    for await (const chunk of untilAborted(content, signal)) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maximumBytes) throw new FileTooLargeError(`More than ${maximumBytes} bytes.`);
      batch.push(chunk);
      batchBytes += chunk.byteLength;
      if (batchBytes < BATCH_BYTES) continue;
      await writing;
      writing = writeBatch(batch);
      // Thrown where it is awaited next.
      writing.catch(() => undefined);
      batch = [];
      batchBytes = 0;
    }
    signal?.throwIfAborted();
    await writing;
    await writeBatch(batch);
    await handle.sync();
    return sizeBytes;
  } finally {
    await writing.catch(() => undefined);
    await handle.close();
  }
}

/** Writes all of it, at `position` or where the last writing ended. */
export async function writeAll(
  handle: FileHandle,
  chunks: readonly Uint8Array[],
  position?: number,
): Promise<void> {
  if (chunks.length === 0) return;
  const { bytesWritten } = await handle.writev(chunks, position);
  const totalBytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  if (bytesWritten === totalBytes) return;
  // A full disk takes a part first and fails at the next attempt.
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  for (let written = 0; written < rest.byteLength;) {
    const at = position === undefined ? null : position + bytesWritten + written;
    written += (await handle.write(rest, written, null, at)).bytesWritten;
  }
}

/** Makes a directory, and those above it, so that a power cut does not take them with the files in them. */
export async function makeDirectoryDurably(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** A rename survives a power cut only when its directory has been flushed too. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
