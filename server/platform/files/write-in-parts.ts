import { createHash, type Hash } from 'node:crypto';
import { systemClock, type Clock } from '../clock.ts';
import { FileTooLargeError, type WriteOptions } from './file-store.ts';
import { releaseMemory } from './release-memory.ts';
import { untilAborted } from './until-aborted.ts';

/** A stretch of a file. Its bytes are only there until the call that was given them ends. */
export interface FilePart {
  /** 1, 2, 3 … */
  readonly number: number;
  readonly bytes: Buffer;
  readonly md5: Buffer;
}

/** One file being written to a store that takes files in parts. */
export interface PartTarget {
  /** The only part of a small file: writes it and completes. */
  putWhole(part: FilePart, signal: AbortSignal): Promise<void>;
  /** Several are under way at once. */
  putPart(part: FilePart, signal: AbortSignal): Promise<void>;
  /** Makes the parts the file under its key. */
  complete(signal: AbortSignal): Promise<void>;
  /** Removes whatever of this write is in the store, the finished file too. Called once, after a failure. */
  discard(): Promise<void>;
}

export interface PartSizes {
  readonly partBytes: number;
  /** How many parts are sent at once; one more is being filled. */
  readonly parallelParts: number;
}

/** Memory of one write: (3 + 1) × 8 MiB. */
export const DEFAULT_PART_SIZES: PartSizes = { partBytes: 8 * 1024 ** 2, parallelParts: 3 };
/** S3 takes no more, Azure five times as many. */
const MAXIMUM_PARTS = 10_000;
/** Less than the age at which sweeping takes a file without a row for an orphan: stores date a file by its beginning. */
const LONGEST_WRITE_MILLISECONDS = 20 * 3_600_000;

/**
 * Streams `content` to `target` in parts, some at once, with a bounded number of bytes in memory.
 * @throws {FileTooLargeError} beyond `maximumBytes`; what content, signal or target fail with. Nothing is left then.
 */
export async function writeInParts(
  content: AsyncIterable<Uint8Array>,
  target: PartTarget,
  options: WriteOptions & PartSizes & { readonly clock?: Clock },
): Promise<{ sizeBytes: number }> {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const cancelLimit = (options.clock ?? systemClock).after(LONGEST_WRITE_MILLISECONDS, () =>
    stop.abort(new Error('The write took too long.')),
  );
  const parts = new PartSender(target, options, signal, (error) => stop.abort(error));
  try {
    for await (const chunk of untilAborted(content, signal)) {
      if (parts.sizeBytes + chunk.byteLength > options.maximumBytes) {
        throw new FileTooLargeError(`More than ${options.maximumBytes} bytes.`);
      }
      await parts.add(chunk);
      if (options.handsOver === true) releaseMemory(chunk);
    }
    await parts.end();
    return { sizeBytes: parts.sizeBytes };
  } catch (error) {
    // Of several errors only the first is the cause; the others are calls that it stopped.
    const reason: unknown = signal.aborted ? signal.reason : error;
    stop.abort(reason);
    await parts.settle();
    // What cannot be discarded now is swept later; the caller needs to know why the write failed.
    await target.discard().catch(() => undefined);
    throw reason;
  } finally {
    cancelLimit();
  }
}

class PartSender {
  sizeBytes = 0;
  readonly #target: PartTarget;
  readonly #partBytes: number;
  readonly #parallelParts: number;
  readonly #signal: AbortSignal;
  readonly #fail: (error: unknown) => void;
  readonly #underWay = new Set<Promise<void>>();
  /** Used again, since memory outside the heap is collected late. */
  readonly #spare: Buffer[] = [];
  #filling: FillingPart | undefined;
  #sent = 0;

  constructor(
    target: PartTarget,
    options: WriteOptions & PartSizes,
    signal: AbortSignal,
    fail: (error: unknown) => void,
  ) {
    this.#target = target;
    const needed = Number.isFinite(options.maximumBytes) ? options.maximumBytes / MAXIMUM_PARTS : 0;
    this.#partBytes = Math.max(options.partBytes, Math.ceil(needed));
    this.#parallelParts = options.parallelParts;
    this.#signal = signal;
    this.#fail = fail;
  }

  async add(chunk: Uint8Array): Promise<void> {
    for (let offset = 0; offset < chunk.byteLength;) {
      if (this.#filling?.isFull === true) await this.#send(this.#filling);
      this.#filling ??= new FillingPart(this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#partBytes));
      const taken = this.#filling.add(chunk.subarray(offset));
      offset += taken;
      this.sizeBytes += taken;
    }
  }

  async end(): Promise<void> {
    const last = this.#filling ?? new FillingPart(Buffer.alloc(0));
    if (this.#sent === 0) {
      await this.#target.putWhole(last.close(1), this.#signal);
      return;
    }
    await this.#send(last);
    await this.settle();
    this.#signal.throwIfAborted();
    await this.#target.complete(this.#signal);
  }

  /** Waits until no part is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #send(part: FillingPart): Promise<void> {
    this.#filling = undefined;
    while (this.#underWay.size >= this.#parallelParts) await Promise.race(this.#underWay);
    this.#signal.throwIfAborted();
    this.#sent += 1;
    const sending: Promise<void> = this.#target
      .putPart(part.close(this.#sent), this.#signal)
      .then(() => void this.#spare.push(part.memory), this.#fail)
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }
}

class FillingPart {
  readonly memory: Buffer;
  readonly #md5: Hash = createHash('md5');
  #length = 0;

  constructor(memory: Buffer) {
    this.memory = memory;
  }

  get isFull(): boolean {
    return this.#length === this.memory.length;
  }

  /** Returns how many of the bytes found room. */
  add(bytes: Uint8Array): number {
    const taken = bytes.subarray(0, this.memory.length - this.#length);
    this.memory.set(taken, this.#length);
    this.#md5.update(taken);
    this.#length += taken.byteLength;
    return taken.byteLength;
  }

  close(number: number): FilePart {
    return { number, bytes: this.memory.subarray(0, this.#length), md5: this.#md5.digest() };
  }
}
