import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/*
 * A program of Linux starts with a header and a table of the segments that are loaded to run it. What comes after the last
 * of them serves debuggers and linkers: 18 MB of Node. See the elf(5) manual page.
 */
const HEADER_BYTES = 64;
const MAGIC = '\x7fELF';
/** Bytes 4 and 5: 64 bits, the least significant byte first. */
const CLASS_64_LITTLE_ENDIAN = 0x0201;

/**
 * Removes debugging information and symbols from a 64-bit program of Linux, as `strip` would. Writes a new file in its
 * place, because the program may be running, and other installations may share the file. Leaves anything else as it is.
 */
export function stripProgram(path: string): void {
  const end = existsSync(path) ? findEndOfSegments(path) : undefined;
  if (end === undefined || end >= statSync(path).size) return;
  const stripped = readFileSync(path).subarray(0, end);
  // There is no table of sections any more: its place, the size and number of its entries, and that of their names.
  stripped.writeBigUInt64LE(0n, 0x28);
  stripped.fill(0, 0x3a, 0x40);
  writeFileSync(`${path}.stripped`, stripped, { mode: statSync(path).mode });
  renameSync(`${path}.stripped`, path);
}

function findEndOfSegments(path: string): number | undefined {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(file, header, 0, HEADER_BYTES, 0);
    if (header.toString('latin1', 0, 4) !== MAGIC || header.readUInt16BE(4) !== CLASS_64_LITTLE_ENDIAN)
      return undefined;
    const size = header.readUInt16LE(0x36);
    const table = Buffer.alloc(size * header.readUInt16LE(0x38));
    const start = Number(header.readBigUInt64LE(0x20));
    readSync(file, table, 0, table.length, start);
    let end = start + table.length;
    for (let at = 0; at < table.length; at += size)
      end = Math.max(end, Number(table.readBigUInt64LE(at + 0x08) + table.readBigUInt64LE(at + 0x20)));
    return end;
  } finally {
    closeSync(file);
  }
}
