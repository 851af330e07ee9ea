import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import {
  FileMissingError,
  FileStoreFullError,
  FileTooLargeError,
  isFileKey,
  type ByteRange,
  type FileStore,
  type StoredObject,
  type WriteOptions,
} from './file-store.ts';
import { releaseMemory } from './release-memory.ts';

/** The directory of what is not whole yet. */
export const UNFINISHED = '.unfinished';
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const isFullDisk = (error: unknown): boolean => NO_ROOM.has(codeOf(error) ?? '');

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
    await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
    try {
      const sizeBytes = await writeDurably(unfinished, content, options);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(unfinished, target);
      await syncDirectory(dirname(target));
      return { sizeBytes };
    } catch (error) {
      await rm(unfinished, { force: true });
      if (isFullDisk(error)) {
        throw new FileStoreFullError('The disk has no room for this file.', { cause: error });
      }
      throw error;
    }
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.#pathOf(key), 'r').catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new FileMissingError(key, { cause: error }) : error;
    });
    return createReadStream('', { fd: handle, ...range, highWaterMark: 256 * 1024 });
  }

  async find(key: string): Promise<StoredObject | undefined> {
    if (!isFileKey(key)) return undefined;
    try {
      const { size, mtime } = await stat(this.#pathOf(key));
      return { key, sizeBytes: size, modifiedAt: mtime };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result> {
    const path = this.#pathOf(key);
    await access(path, constants.R_OK).catch((error: unknown) => {
      throw new FileMissingError(key, { cause: error });
    });
    return use(path);
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async *list(): AsyncIterable<StoredObject> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const key = relative(this.#root, join(entry.parentPath, entry.name)).split(sep).join('/');
      const found = await this.find(key);
      if (found !== undefined) yield found;
    }
  }

  async sweepUnfinished(before: Date): Promise<number> {
    const directory = join(this.#root, UNFINISHED);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    let swept = 0;
    for (const name of await readdir(directory)) {
      const { mtime } = await stat(join(directory, name));
      if (mtime >= before) continue;
      await rm(join(directory, name), { force: true });
      swept += 1;
    }
    return swept;
  }

  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    await access(this.#root, constants.W_OK);
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
    for await (const chunk of content) {
      signal?.throwIfAborted();
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

/** A rename survives a power cut only when its directory has been flushed too. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
