import { createHash } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { SUMS_NAME } from './archive-format.ts';

/**
 * Writes a backup beside its final name and gives it that name when it is whole and on the disk, so that a file of that
 * name is always a whole backup. Readable by its owner only. Memory stays flat.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #partialPath: string;
  readonly #signal: AbortSignal;
  readonly #tar = pack();
  readonly #written: Promise<void>;
  readonly #sums: string[] = [];

  private constructor(path: string, partial: FileHandle, signal: AbortSignal) {
    this.#path = path;
    this.#partialPath = partialPathOf(path);
    this.#signal = signal;
    this.#written = pipeline(this.#tar, partial.createWriteStream({ flush: true }), { signal });
    // Reported by whichever step meets it.
    this.#written.catch(() => undefined);
  }

  /** Begins a backup. @throws the error of the file system, EEXIST when one of that name is there or being made. */
  static async create(path: string, signal: AbortSignal): Promise<ArchiveWriter> {
    const partial = await open(partialPathOf(path), 'wx', 0o600);
    try {
      await refuseExisting(path);
    } catch (error) {
      await partial.close();
      await rm(partialPathOf(path));
      throw error;
    }
    return new ArchiveWriter(path, partial, signal);
  }

  /** Adds a file whose content is in memory. */
  addBytes(name: string, content: Buffer): Promise<void> {
    return this.addStream(name, content.byteLength, Readable.from([content], { objectMode: false }));
  }

  /**
   * Adds a file of a size told beforehand.
   * @throws {BackupError} when the content turns out shorter or longer.
   */
  async addStream(name: string, sizeBytes: number, content: Readable): Promise<void> {
    const hash = createHash('sha256');
    let seenBytes = 0;
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        seenBytes += chunk.byteLength;
        done(seenBytes > sizeBytes ? wrongSize(name, sizeBytes) : null, chunk);
      },
      flush: (done) => done(seenBytes < sizeBytes ? wrongSize(name, sizeBytes) : null),
    });
    const entry = this.#tar.entry({ name, size: sizeBytes, mode: 0o600, mtime: new Date() });
    const added = pipeline(content, count, entry, { signal: this.#signal });
    added.catch(() => undefined);
    // A full disk shows at the file, while the entry would wait for ever.
    await Promise.race([added, this.#written.then(() => added)]);
    this.#sums.push(`${hash.digest('hex')}  ${name}\n`);
  }

  /** Ends the backup with its checksums and gives it its name. @returns its size in bytes. */
  async finish(): Promise<number> {
    await this.addBytes(SUMS_NAME, Buffer.from(this.#sums.join('')));
    this.#tar.finalize();
    await this.#written;
    await rename(this.#partialPath, this.#path);
    const directory = await open(dirname(this.#path), 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
    const file = await open(this.#path, 'r');
    try {
      return (await file.stat()).size;
    } finally {
      await file.close();
    }
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partialPath, { force: true });
  }
}

const partialPathOf = (path: string): string => `${path}.partial`;

async function refuseExisting(path: string): Promise<void> {
  const existing = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
}

const wrongSize = (name: string, sizeBytes: number): BackupError =>
  new BackupError(
    `${name} changed while it was read: it should hold ${sizeBytes} bytes. Start the backup again.`,
  );
