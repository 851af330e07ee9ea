import type { Readable } from 'node:stream';

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Bytes `start` to `end`, both included, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface WriteOptions {
  readonly contentType: string;
  readonly maximumBytes: number;
  readonly signal?: AbortSignal;
  /** The chunks are the store's own once it has them: it may give their memory back, see `releaseMemory`. */
  readonly handsOver?: boolean;
}

/**
 * Port: where uploaded files live. The local disk now; Azure Blob and S3 fit the same calls, so
 * nothing here assumes a file system, a rename, or a size known beforehand.
 * Keys are canonical: lower-case letters, digits, `/`, `-` and `.`; see `isFileKey`.
 */
export interface FileStore {
  /** How the upload overlay names it: "Azure", "S3" or "this server". */
  readonly name: string;
  /**
   * Streams `content` to `key`. When it resolves the file is durable and whole; when it rejects,
   * nothing is left under the key. Memory stays flat whatever the size.
   * @throws {FileTooLargeError} beyond `maximumBytes`.
   * @throws {FileStoreFullError} when there is no room.
   */
  write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ sizeBytes: number }>;
  /** Opens the file, or a part of it. @throws {FileMissingError} */
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  find(key: string): Promise<StoredObject | undefined>;
  /** Gives a local path for programs that can only read files; a remote store downloads to a temporary one. */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Deletes the file; an absent one is no error. */
  delete(key: string): Promise<void>;
  /** Every stored object, in no particular order: for sweeping orphans. */
  list(): AsyncIterable<StoredObject>;
  /** Removes what interrupted writes left behind before `before`. Returns how many. */
  sweepUnfinished(before: Date): Promise<number>;
  /** Throws when the store cannot be written to now. */
  check(): Promise<void>;
}

const FILE_KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.[a-z0-9]{1,5}$/;

/** Whether `key` is one that Lectern made; anything else never reaches a store. */
export const isFileKey = (key: string): boolean => key.length <= 200 && FILE_KEY.test(key);

export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
}
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}
export class FileStoreFullError extends Error {
  override readonly name = 'FileStoreFullError';
}
