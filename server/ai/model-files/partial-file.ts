import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ModelFile } from './model-catalogue.ts';
import { ModelFileMismatchError, modelFilePath } from './verify-model-file.ts';

/**
 * A large file while it is downloaded: `<file>.part`, which grows in place, so that a download continues where it stopped and no
 * second copy is ever on the disk. Its hash grows with it.
 */
export class PartialFile {
  readonly #file: ModelFile;
  readonly #path: string;
  readonly #partPath: string;
  readonly #handle: FileHandle;
  #hash: Hash;
  #size: number;

  private constructor(file: ModelFile, path: string, handle: FileHandle, hash: Hash, size: number) {
    this.#file = file;
    this.#path = path;
    this.#partPath = partPath(path);
    this.#handle = handle;
    this.#hash = hash;
    this.#size = size;
  }

  /** Opens what an earlier download left, or an empty file. */
  static async open(modelsDirectory: string, file: ModelFile): Promise<PartialFile> {
    const path = modelFilePath(modelsDirectory, file);
    await mkdir(dirname(path), { recursive: true });
    const found = await stat(partPath(path)).catch(() => undefined);
    const isUsable = found !== undefined && found.size <= file.sizeBytes;
    const hash = createHash('sha256');
    let size = 0;
    if (isUsable) {
      for await (const chunk of createReadStream(partPath(path), { highWaterMark: 1024 * 1024 })) {
        hash.update(chunk as Buffer);
        size += (chunk as Buffer).length;
      }
    }
    return new PartialFile(file, path, await open(partPath(path), isUsable ? 'r+' : 'w'), hash, size);
  }

  get size(): number {
    return this.#size;
  }

  /** @throws {ModelFileMismatchError} when there are more bytes than the file has; all are deleted. */
  async append(chunk: Uint8Array): Promise<void> {
    if (this.#size + chunk.length > this.#file.sizeBytes) {
      await this.restart();
      throw new ModelFileMismatchError(`${this.#file.file} is longer than the expected file.`);
    }
    // Each byte has its place: should two processes write the file at once, both write the same.
    for (let written = 0; written < chunk.length;) {
      const place = this.#size + written;
      written += (await this.#handle.write(chunk, written, chunk.length - written, place)).bytesWritten;
    }
    this.#hash.update(chunk);
    this.#size += chunk.length;
  }

  async restart(): Promise<void> {
    await this.#handle.truncate(0);
    this.#hash = createHash('sha256');
    this.#size = 0;
  }

  /**
   * Checks the whole and gives it its name.
   * @throws {ModelFileMismatchError} when the bytes are not the pinned ones; they are deleted.
   */
  async finish(): Promise<void> {
    if (this.#size !== this.#file.sizeBytes || this.#hash.copy().digest('hex') !== this.#file.sha256) {
      await this.restart();
      throw new ModelFileMismatchError(`${this.#file.file} is not the expected file: its SHA-256 differs.`);
    }
    await this.#handle.sync();
    await rename(this.#partPath, this.#path);
  }

  /** An empty file is removed; anything else stays for the next download. */
  async close(): Promise<void> {
    await this.#handle.close();
    if (this.#size === 0) await rm(this.#partPath, { force: true });
  }
}

const partPath = (path: string): string => `${path}.part`;
