import { randomUUID } from 'node:crypto';
import { chmodSync, constants, mkdirSync, mkdtempSync } from 'node:fs';
import { chmod, copyFile, link, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files may be added and opened by name, but not listed: a child finds only the file whose name it gets. */
const UNLISTABLE = 0o300;
/** The pages of one PDF are mostly asked for one after the other. */
const LINGER_MILLISECONDS = 5_000;
/** Temporary folders that have not been used for a day are deleted. */
const TOUCH_MILLISECONDS = 3_600_000;

interface LentFile {
  readonly identity: string;
  readonly path: string;
  readonly ready: Promise<void>;
  borrowers: number;
  timer?: NodeJS.Timeout;
}

/** A folder through which a confined process, which sees nothing else, is given one file at a time. */
export interface Inbox {
  readonly folder: string;
  /**
   * Puts a file there, as a second name where the file system allows and as a copy elsewhere.
   * @throws when the file cannot be read.
   */
  lend(path: string): Promise<{ readonly path: string; giveBack(): void }>;
  /** Removes the folder with everything in it. */
  remove(): Promise<void>;
}

/** @param parent best a folder on the disk of the files that will be lent. */
export function createInbox(parent: string = tmpdir()): Inbox {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'inbox-'));
  chmodSync(folder, UNLISTABLE);
  const lent = new Map<string, LentFile>();
  const touching = setInterval(() => {
    // Fails once the folder is removed, which ends the interval too.
    utimes(folder, new Date(), new Date()).catch(() => clearInterval(touching));
  }, TOUCH_MILLISECONDS).unref();

  const withdraw = (source: string, file: LentFile): void => {
    if (lent.get(source) === file) lent.delete(source);
    rm(file.path, { force: true }).catch(() => {
      // The folder goes in the end, and the sweep of temporary files would find it.
    });
  };

  return {
    folder,
    async lend(source) {
      const { dev, ino, size, mtimeMs } = await stat(source);
      const identity = [dev, ino, size, mtimeMs].join(' ');
      let file = lent.get(source);
      if (file?.identity !== identity) {
        const path = join(folder, randomUUID());
        file = { identity, path, ready: place(source, path), borrowers: 0 };
        lent.set(source, file);
      }
      const borrowed = file;
      clearTimeout(borrowed.timer);
      borrowed.borrowers += 1;
      const giveBack = (): void => {
        borrowed.borrowers -= 1;
        if (borrowed.borrowers > 0) return;
        borrowed.timer = setTimeout(() => withdraw(source, borrowed), LINGER_MILLISECONDS).unref();
      };
      try {
        await borrowed.ready;
      } catch (error) {
        giveBack();
        throw error;
      }
      return { path: borrowed.path, giveBack };
    },
    async remove() {
      clearInterval(touching);
      for (const { timer } of lent.values()) clearTimeout(timer);
      lent.clear();
      await removeFolder(folder);
    },
  };
}

/** Removes a folder that may be an inbox, which cannot be listed as it is. */
export async function removeFolder(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(ignoreMissing);
  await rm(folder, { recursive: true, force: true });
}

async function place(source: string, path: string): Promise<void> {
  try {
    await link(source, path);
  } catch {
    // Another disk, a file system without hard links, or another user's file.
    await copyFile(source, path, constants.COPYFILE_FICLONE);
  }
}

function ignoreMissing(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  throw error;
}
