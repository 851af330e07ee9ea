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

/** What a link that leads straight to the store answers with, and until when. */
export interface DirectLinkOptions {
  readonly contentType: string;
  readonly expiresAt: Date;
}

/**
 * Port: where uploaded files live: the local disk, Azure Blob or S3. Nothing here assumes a file system, a rename, or
 * a size known beforehand. Keys are canonical: lower-case letters, digits, `/`, `-` and `.`; see `isFileKey`.
 * Every call but those that say otherwise throws {@link FileStoreUnavailableError} when the store does not answer, or
 * refuses what Lectern is entitled to.
 */
export interface FileStore {
  /** How the upload overlay names it: "Azure", "S3" or "this server". */
  readonly name: string;
  /**
   * Streams `content` to `key`. When it resolves the file is durable and whole; when it rejects,
   * nothing is left under the key, and what stood there before still does. Memory stays flat whatever the size.
   * Of two writes to one key at once, one may be refused; what stays is one of them, whole.
   * What the content or the signal fails with is thrown as it is.
   * @throws {FileTooLargeError} beyond `maximumBytes`.
   * @throws {FileStoreFullError} when there is no room.
   */
  write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ sizeBytes: number }>;
  /** Opens the file, or a part of it; beyond its end there is nothing to read. @throws {FileMissingError} */
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  find(key: string): Promise<StoredObject | undefined>;
  /**
   * Gives a local path for programs that can only read files; a remote store downloads to a temporary one.
   * @throws {FileMissingError}
   * @throws {FileStoreFullError} when this machine has no room for the temporary one.
   */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Deletes the file; an absent one is not an error. */
  delete(key: string): Promise<void>;
  /** Every stored object, in no particular order, a page at a time: for sweeping orphans. */
  list(): AsyncIterable<StoredObject>;
  /** Removes what interrupted writes left behind whose last sign of life was before `before`. Returns how many. */
  sweepUnfinished(before: Date): Promise<number>;
  /** Writes something small. Throws when the store cannot be written to now. */
  check(): Promise<void>;
  /** A signed address at which the store itself serves the file, or undefined where it serves no files itself. */
  createDirectLink(key: string, options: DirectLinkOptions): Promise<string | undefined>;
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
/** The store does not answer, or refuses. The message is for logs; `cause` is what it said. */
export class FileStoreUnavailableError extends Error {
  override readonly name = 'FileStoreUnavailableError';
}
