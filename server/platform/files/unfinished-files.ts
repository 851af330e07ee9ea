/** A stretch of an unfinished file that lies in the file store under its own key. */
export interface StoredPart {
  readonly key: string;
  readonly sizeBytes: number;
}

/** A file of which the first `sizeBytes` bytes are there and durable. */
export interface UnfinishedFile {
  /** A UUID. */
  readonly id: string;
  readonly sizeBytes: number;
  /** Where the store keeps parts: all of them, in order. Empty where it adds to one file. */
  readonly parts: readonly StoredPart[];
}

/**
 * Port: files that arrive piece by piece, over several requests and processes. It remembers nothing itself: the
 * caller keeps the {@link UnfinishedFile} that `onDurable` was last given, and sees to it that one process at a time
 * works on a file.
 */
export interface UnfinishedFiles {
  /**
   * Adds `content` to the end of `file`, and calls `onDurable` from time to time, one call after the other, with the
   * file as a loss of power would leave it. When `content` breaks, what came of it is made durable and told before its
   * error is thrown. The memory of chunks is given back; see `releaseMemory`.
   * @throws {FileStoreFullError} when there is no room; what was reported until then is kept.
   * @throws {FileMissingError} when what `file` says was there is not.
   */
  append(
    file: UnfinishedFile,
    content: AsyncIterable<Uint8Array>,
    onDurable: (file: UnfinishedFile) => Promise<void>,
  ): Promise<void>;
  /** Reads the first `lengthBytes` bytes, or fewer when there are no more. @throws {FileMissingError} */
  readBeginning(file: UnfinishedFile, lengthBytes: number): Promise<Buffer>;
  /**
   * Makes the unfinished file the stored file `key`, durably. Doing it again after it was done is not an error.
   * @throws {FileMissingError} when it is not there, or not as long as it should be.
   */
  complete(file: UnfinishedFile, key: string, contentType: string): Promise<void>;
  /** Removes what lies there of it; a completed file stays. Nothing there is no error. */
  discard(file: UnfinishedFile): Promise<void>;
}

/** How much may be lost when a process is killed: so often what came is flushed and told. */
export const DURABLE_STEP_BYTES = 32 * 1024 ** 2;
