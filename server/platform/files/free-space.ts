import { mkdir, statfs } from 'node:fs/promises';
import { systemClock, type Clock } from '../clock.ts';

/** Uploads ask at every few megabytes; the disk need not be asked each time. */
const REMEMBERED_MILLISECONDS = 1_000;

/** Port: how much room the disk of the data directory has. */
export interface FreeSpace {
  /** Bytes that Lectern may still write, at most a second old. */
  readBytes(): Promise<number>;
}

/** @param directory any directory on the disk; it is created when it is missing. */
export function createFreeSpace(directory: string, clock: Clock = systemClock): FreeSpace {
  let known: { bytes: Promise<number>; until: number } | undefined;
  return {
    readBytes: () => {
      if (known === undefined || known.until < clock.monotonic()) {
        const bytes = measure(directory);
        known = { bytes, until: clock.monotonic() + REMEMBERED_MILLISECONDS };
        bytes.catch(() => (known = undefined));
      }
      return known.bytes;
    },
  };
}

async function measure(directory: string): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
