import { createHash, randomUUID } from 'node:crypto';
import { FileMissingError, type FileStore, type StoredObject } from './file-store.ts';

/** What became of one file. */
export type MoveOutcome = 'copied' | 'there already' | 'gone meanwhile' | 'failed';

export interface MovedFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly outcome: MoveOutcome;
  readonly isSourceDeleted: boolean;
  readonly error?: unknown;
}

export interface MoveOptions {
  /** Deletes each file from the source once its copy was read back and found the same. */
  readonly deletesSource: boolean;
  /** How many files at once. */
  readonly parallelFiles: number;
  readonly signal: AbortSignal;
  /** Told of each file as it is done with. */
  readonly onFile: (file: MovedFile) => void;
}

export interface MoveSummary {
  readonly files: number;
  readonly bytes: number;
  readonly outcomes: Readonly<Record<MoveOutcome, number>>;
  readonly deleted: number;
}

/** The copy is not what was read from the source; it was removed. */
export class CopyDiffersError extends Error {
  override readonly name = 'CopyDiffersError';
}

/** Source and target are one place: nothing was moved. */
export class SamePlaceError extends Error {
  override readonly name = 'SamePlaceError';
}

/**
 * Copies every file of `source` to `target`. A file that is there with the same size counts as copied, so an
 * interrupted run continues where it was; a file that fails is reported and left for the next run.
 * @throws {SamePlaceError}; the signal's reason when it aborts; what the source's list or a broken target fail with.
 */
export async function moveFiles(
  source: FileStore,
  target: FileStore,
  options: MoveOptions,
): Promise<MoveSummary> {
  await refuseSamePlace(source, target, options.signal);
  const outcomes = { copied: 0, 'there already': 0, 'gone meanwhile': 0, failed: 0 };
  const summary = { files: 0, bytes: 0, outcomes, deleted: 0 };
  const underWay = new Set<Promise<void>>();
  const moveOne = async (file: StoredObject): Promise<void> => {
    const moved = await moveFile(source, target, file, options);
    summary.files += 1;
    summary.bytes += moved.outcome === 'copied' ? moved.sizeBytes : 0;
    summary.outcomes[moved.outcome] += 1;
    summary.deleted += moved.isSourceDeleted ? 1 : 0;
    options.onFile(moved);
  };
  try {
    for await (const file of source.list()) {
      options.signal.throwIfAborted();
      while (underWay.size >= options.parallelFiles) await Promise.race(underWay);
      const moving: Promise<void> = moveOne(file).finally(() => underWay.delete(moving));
      underWay.add(moving);
    }
  } finally {
    await Promise.all(underWay);
  }
  options.signal.throwIfAborted();
  return summary;
}

/** One place may have two names, and deleting its files after finding them there would lose them. */
async function refuseSamePlace(source: FileStore, target: FileStore, signal: AbortSignal): Promise<void> {
  const key = `i0/${randomUUID()}.txt`;
  const content = (async function* () {
    yield await Promise.resolve(Buffer.from(key));
  })();
  await target.write(key, content, { contentType: 'text/plain', maximumBytes: key.length, signal });
  try {
    if ((await source.find(key)) === undefined) return;
    throw new SamePlaceError('The files are there already: source and target are the same place.');
  } finally {
    await target.delete(key);
  }
}

async function moveFile(
  source: FileStore,
  target: FileStore,
  { key, sizeBytes }: StoredObject,
  { deletesSource, signal }: MoveOptions,
): Promise<MovedFile> {
  let isSourceDeleted = false;
  try {
    const isThere = (await target.find(key))?.sizeBytes === sizeBytes;
    const digest = isThere ? undefined : await copyFile(source, target, key, sizeBytes, signal);
    if (deletesSource) {
      // The copy is read back: what is deleted cannot be copied again.
      const expected = digest ?? (await readDigest(source, key, signal));
      if ((await readDigest(target, key, signal)) !== expected) throw await removeCopy(target, key);
      await source.delete(key);
      isSourceDeleted = true;
    }
    return { key, sizeBytes, outcome: isThere ? 'there already' : 'copied', isSourceDeleted };
  } catch (error) {
    const isGone = error instanceof FileMissingError && (await isMissing(source, key));
    return { key, sizeBytes, outcome: isGone ? 'gone meanwhile' : 'failed', isSourceDeleted, error };
  }
}

/** Returns the SHA-256 of what was read. */
async function copyFile(
  source: FileStore,
  target: FileStore,
  key: string,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  const content = (async function* () {
    for await (const chunk of await source.openRead(key)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  })();
  const contentType = contentTypeOfKey(key);
  const written = await target.write(key, content, { contentType, maximumBytes: sizeBytes, signal });
  const stored = await target.find(key);
  if (written.sizeBytes !== sizeBytes || stored?.sizeBytes !== sizeBytes) throw await removeCopy(target, key);
  return hash.digest('hex');
}

async function removeCopy(target: FileStore, key: string): Promise<CopyDiffersError> {
  await target.delete(key);
  return new CopyDiffersError(`The copy of ${key} differs from the file. It was removed; move it again.`);
}

async function readDigest(store: FileStore, key: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await store.openRead(key)) {
    signal.throwIfAborted();
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

const isMissing = async (store: FileStore, key: string): Promise<boolean> =>
  (await store.find(key).catch(() => 'unknown')) === undefined;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
};

/** The type that a stored file of Lectern has, by the extension of its key; `application/octet-stream` for any other. */
const contentTypeOfKey = (key: string): string =>
  CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream';
