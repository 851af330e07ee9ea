import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Enough for hours of one-second fragments. */
const MOST_BOXES = 200_000;

/**
 * Whether an MP4 ends in the middle of one of its top-level boxes, as it does when the recorder crashed or the file was copied
 * only in part before the upload. False for other containers.
 */
export function isCutOff(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(16);
    let start = 0;
    for (let box = 0; box < MOST_BOXES && start + 8 <= size; box += 1) {
      head.fill(0);
      readSync(file, head, 0, head.length, start);
      const type = head.toString('latin1', 4, 8);
      const isBox = box === 0 ? /^(?:ftyp|styp|moov)$/u.test(type) : /^[\w -]{4}$/u.test(type);
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      // 0 means up to the end of the file.
      if (!isBox || length < 8) return false;
      start += length;
    }
    return start > size;
  } finally {
    closeSync(file);
  }
}
