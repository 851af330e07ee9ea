import { randomUUID } from 'node:crypto';
import { FileMissingError, type FileStore } from './file-store.ts';
import {
  DURABLE_STEP_BYTES,
  type StoredPart,
  type UnfinishedFile,
  type UnfinishedFiles,
} from './unfinished-files.ts';

/**
 * For stores in which a file cannot grow (Azure Blob, S3): what comes is kept as files of some megabytes, which are
 * copied into one at the end. Parts that are never completed are removed with the orphans.
 */
export class UnfinishedFilesInParts implements UnfinishedFiles {
  readonly #files: FileStore;
  readonly #partBytes: number;

  constructor(files: FileStore, partBytes = DURABLE_STEP_BYTES) {
    this.#files = files;
    this.#partBytes = partBytes;
  }

  async append(
    file: UnfinishedFile,
    content: AsyncIterable<Uint8Array>,
    onDurable: (file: UnfinishedFile) => Promise<void>,
  ): Promise<void> {
    const source = new PartSource(content, this.#partBytes);
    let current = file;
    try {
      for (;;) {
        const part = await source.nextPart();
        if (part === undefined) break;
        // A unique name: a process that lost the file to another cannot overwrite the other's parts.
        const key = `unfinished/${file.id}/${current.parts.length}-${randomUUID()}.part`;
        const { sizeBytes } = await this.#files.write(key, part, {
          contentType: 'application/octet-stream',
          maximumBytes: Number.POSITIVE_INFINITY,
          handsOver: true,
        });
        const parts = [...current.parts, { key, sizeBytes }];
        current = { ...current, sizeBytes: current.sizeBytes + sizeBytes, parts };
        try {
          await onDurable(current);
        } catch (error) {
          await this.#files.delete(key);
          throw error;
        }
      }
    } finally {
      await source.close();
    }
    if (source.failure !== undefined) throw source.failure;
  }

  async readBeginning(file: UnfinishedFile, lengthBytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.#read(file)) {
      pieces.push(chunk);
      length += chunk.length;
      if (length >= lengthBytes) break;
    }
    return Buffer.concat(pieces).subarray(0, lengthBytes);
  }

  async complete(file: UnfinishedFile, key: string, contentType: string): Promise<void> {
    const there = await this.#files.find(key);
    if (there?.sizeBytes === file.sizeBytes) return;
    const { sizeBytes } = await this.#files.write(key, this.#read(file), {
      contentType,
      maximumBytes: file.sizeBytes,
      handsOver: true,
    });
    if (sizeBytes === file.sizeBytes) return;
    await this.#files.delete(key);
    throw new FileMissingError(file.id);
  }

  async discard(file: UnfinishedFile): Promise<void> {
    for (const { key } of file.parts) await this.#files.delete(key);
  }

  async *#read(file: UnfinishedFile): AsyncGenerator<Buffer> {
    for (const part of file.parts) yield* this.#readPart(part);
  }

  async *#readPart({ key, sizeBytes }: StoredPart): AsyncGenerator<Buffer> {
    let readBytes = 0;
    for await (const chunk of await this.#files.openRead(key)) {
      const bytes = chunk as Buffer;
      readBytes += bytes.length;
      yield bytes;
    }
    if (readBytes !== sizeBytes) throw new FileMissingError(key);
  }
}

/** Cuts a content into parts; where it breaks, the part ends normally and `failure` holds the error. */
class PartSource {
  failure: Error | undefined;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #partBytes: number;

  constructor(content: AsyncIterable<Uint8Array>, partBytes: number) {
    this.#source = content[Symbol.asyncIterator]();
    this.#partBytes = partBytes;
  }

  /** The next part, which must be read to its end before another is asked for; undefined when there is none. */
  async nextPart(): Promise<AsyncIterable<Uint8Array> | undefined> {
    const first = await this.#next();
    return first === undefined ? undefined : this.#readPart(first);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async *#readPart(first: Uint8Array): AsyncGenerator<Uint8Array> {
    let sizeBytes = first.byteLength;
    yield first;
    while (sizeBytes < this.#partBytes) {
      const chunk = await this.#next();
      if (chunk === undefined) return;
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
  }

  /** The next chunk that holds something. */
  async #next(): Promise<Uint8Array | undefined> {
    while (this.failure === undefined) {
      try {
        const next = await this.#source.next();
        if (next.done === true) return undefined;
        if (next.value.byteLength > 0) return next.value;
      } catch (error) {
        this.failure = error as Error;
      }
    }
    return undefined;
  }
}
