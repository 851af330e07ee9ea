import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hasCode } from './binaries.ts';

/** Another Lectern uses the data directory. The message names it and says what to do. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError';
  readonly dataDirectory: string;
  /** Undefined when the other one could not be made out. */
  readonly processId: number | undefined;

  constructor(dataDirectory: string, processId: number | undefined) {
    super(
      `Lectern is already running on ${dataDirectory}` +
        `${processId === undefined ? '' : ` (process ${processId})`}; it goes on undisturbed. ` +
        'Use that one, or stop it first (Ctrl-C in its terminal' +
        `${processId === undefined ? '' : `, or kill ${processId}`}), ` +
        'or start another with a DATA_DIR and PORT of its own.',
    );
    this.dataDirectory = dataDirectory;
    this.processId = processId;
  }
}

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only Lectern on a data directory (made when missing), until `release` or the
 * process's death, whatever kills it: the lock is the operating system's own on a file, taken through the
 * SQLite that Node brings, since Node itself has no file locks. It therefore never goes stale, does not
 * depend on process ids, and holds between containers that share the directory.
 * Nothing else may open `lectern.lock` in this process: closing it would drop a POSIX lock.
 * Throws a DataDirectoryInUseError when another process holds it.
 */
export async function acquireDataDirectoryLock(dataDirectory: string): Promise<DataDirectoryLock> {
  const directory = path.resolve(dataDirectory);
  await makeDirectory(directory);
  const lockFile = path.join(directory, 'lectern.lock');
  const holderFile = path.join(directory, 'lectern.pid');
  let lock: DatabaseSync;
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 });
  } catch (error) {
    throw cannotLock(lockFile, error);
  }
  try {
    // A journal in memory leaves no second file behind when the process is killed.
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw cannotLock(lockFile, error);
    throw new DataDirectoryInUseError(directory, await findHolder(holderFile));
  }
  await writeFile(holderFile, `${process.pid}\n`);
  return {
    release: async () => {
      if (!lock.isOpen) return;
      await rm(holderFile, { force: true });
      lock.close();
    },
  };
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    // Passable, because PostgreSQL may run as another account, but not readable.
    await mkdir(directory, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new Error(
      `The data directory ${directory} cannot be made. Choose another with DATA_DIR. (${String(error)})`,
      { cause: error },
    );
  }
}

async function findHolder(holderFile: string): Promise<number | undefined> {
  try {
    const processId = Number((await readFile(holderFile, 'utf8')).trim());
    return Number.isInteger(processId) && processId > 0 ? processId : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'EACCES')) return undefined;
    throw error;
  }
}

/** SQLITE_BUSY, whose extended codes share the low byte. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === 5
  );
}

function cannotLock(lockFile: string, cause: unknown): Error {
  return new Error(
    `The data directory cannot be locked (${lockFile}: ${String(cause)}). It must be writable for the user ` +
      'who starts Lectern and lie on a file system with file locks. Choose another with DATA_DIR.',
    { cause },
  );
}
