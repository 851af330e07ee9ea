import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileMissingError, FileStoreFullError, isFileKey } from './file-store.ts';
import {
  codeOf,
  isFullDisk,
  makeDirectoryDurably,
  syncDirectory,
  UNFINISHED,
  writeAll,
} from './local-disk-file-store.ts';
import { releaseMemory } from './release-memory.ts';
import { DURABLE_STEP_BYTES, type UnfinishedFile, type UnfinishedFiles } from './unfinished-files.ts';

/** What is written at once, while as much is being read. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Adds to one file beside the stored ones, and completes it by giving it its name: nothing is copied. A process that
 * is killed leaves bytes beyond those that were reported; the next one overwrites them.
 */
export class LocalDiskUnfinishedFiles implements UnfinishedFiles {
  readonly #root: string;
  readonly #stepBytes: number;

  /** @param root where the stored files are; @param stepBytes how often what came is flushed. */
  constructor(root: string, stepBytes = DURABLE_STEP_BYTES) {
    this.#root = root;
    this.#stepBytes = stepBytes;
  }

  async append(
    file: UnfinishedFile,
    content: AsyncIterable<Uint8Array>,
    onDurable: (file: UnfinishedFile) => Promise<void>,
  ): Promise<void> {
    const handle = await this.#openToAppend(file);
    try {
      const tail = new DurableTail(handle, file.sizeBytes, this.#stepBytes, (sizeBytes) =>
        onDurable({ ...file, sizeBytes }),
      );
      try {
        for await (const chunk of content) await tail.add(chunk);
      } finally {
        await tail.end();
      }
    } catch (error) {
      throw isFullDisk(error)
        ? new FileStoreFullError('The disk has no room for this file.', { cause: error })
        : error;
    } finally {
      await handle.close();
    }
  }

  async readBeginning(file: UnfinishedFile, lengthBytes: number): Promise<Buffer> {
    const handle = await open(this.#pathOf(file), 'r').catch(missing(file.id));
    try {
      const bytes = Buffer.alloc(Math.min(lengthBytes, file.sizeBytes));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async complete(file: UnfinishedFile, key: string): Promise<void> {
    if (!isFileKey(key)) throw new FileMissingError(key);
    const [source, target] = [this.#pathOf(file), join(this.#root, key)];
    const handle = await open(source, 'r+').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (handle === undefined) {
      // Done before: the process ended between the renaming and whatever was to come after it.
      const { size } = await stat(target).catch(missing(key));
      if (size !== file.sizeBytes) throw new FileMissingError(key);
    } else {
      try {
        const { size } = await handle.stat();
        if (size < file.sizeBytes) throw new FileMissingError(file.id);
        if (size > file.sizeBytes) await handle.truncate(file.sizeBytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await makeDirectoryDurably(dirname(target));
      await rename(source, target);
    }
    await syncDirectory(dirname(target));
  }

  async discard(file: UnfinishedFile): Promise<void> {
    await rm(this.#pathOf(file), { force: true });
  }

  #pathOf({ id }: UnfinishedFile): string {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new FileMissingError(id);
    return join(this.#root, UNFINISHED, id);
  }

  async #openToAppend(file: UnfinishedFile): Promise<FileHandle> {
    const path = this.#pathOf(file);
    if (file.sizeBytes > 0) {
      const handle = await open(path, 'r+').catch(missing(file.id));
      const { size } = await handle.stat();
      if (size >= file.sizeBytes) return handle;
      await handle.close();
      throw new FileMissingError(file.id);
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC, 0o600);
    await syncDirectory(dirname(path));
    return handle;
  }
}

const missing = (name: string) => (error: unknown) => {
  throw codeOf(error) === 'ENOENT' ? new FileMissingError(name, { cause: error }) : error;
};

/**
 * The end of a file that grows. Receiving, writing and flushing overlap: one batch is written while the
 * next one comes, and every step's flush runs while more is written.
 */
class DurableTail {
  readonly #handle: FileHandle;
  readonly #stepBytes: number;
  readonly #onDurable: (sizeBytes: number) => Promise<void>;
  #batch: Uint8Array[] = [];
  #batchBytes = 0;
  #writtenBytes: number;
  #durableBytes: number;
  #writing: Promise<void> = Promise.resolve();
  #flushing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(
    handle: FileHandle,
    sizeBytes: number,
    stepBytes: number,
    onDurable: (sizeBytes: number) => Promise<void>,
  ) {
    this.#handle = handle;
    this.#writtenBytes = sizeBytes;
    this.#durableBytes = sizeBytes;
    this.#stepBytes = stepBytes;
    this.#onDurable = onDurable;
  }

  async add(chunk: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#batch.push(chunk);
    this.#batchBytes += chunk.byteLength;
    if (this.#batchBytes < BATCH_BYTES) return;
    await this.#writing;
    this.#startWriting();
    if (this.#writtenBytes - this.#durableBytes >= this.#stepBytes) this.#startFlushing();
  }

  /** Writes and flushes what is left, and reports it. @throws what went wrong since the last call. */
  async end(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#flushing;
    if (this.#failure === undefined) {
      this.#startWriting();
      await this.#writing.catch(() => undefined);
    }
    // What was written before the disk was full is worth keeping all the same.
    if (this.#writtenBytes > this.#durableBytes) await this.#flush();
    if (this.#failure !== undefined) throw this.#failure;
  }

  #startWriting(): void {
    const [batch, bytes, position] = [this.#batch, this.#batchBytes, this.#writtenBytes];
    this.#batch = [];
    this.#batchBytes = 0;
    this.#writing = writeAll(this.#handle, batch, position).then(
      () => {
        this.#writtenBytes += bytes;
        batch.forEach(releaseMemory);
      },
      (error: unknown) => {
        this.#failure ??= error as Error;
      },
    );
  }

  #startFlushing(): void {
    this.#flushing ??= this.#flush()
      .catch((error: unknown) => {
        this.#failure ??= error as Error;
      })
      .finally(() => {
        this.#flushing = undefined;
      });
  }

  async #flush(): Promise<void> {
    const upTo = this.#writtenBytes;
    await this.#handle.datasync();
    this.#durableBytes = upTo;
    await this.#onDurable(upTo);
  }
}
