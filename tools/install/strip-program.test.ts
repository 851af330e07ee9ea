import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stripProgram } from './strip-program.ts';

const HEADER_BYTES = 64;
const ENTRY_BYTES = 56;
const CODE = Buffer.from('code that runs');
const SYMBOLS = Buffer.from('names for debuggers');
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-strip-'));
  path = join(folder, 'program');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program with one segment, and a table of sections after it. */
function makeProgram(): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('\x7fELF\x02\x01', 'latin1');
  header.writeBigUInt64LE(BigInt(HEADER_BYTES), 0x20);
  header.writeBigUInt64LE(BigInt(HEADER_BYTES + ENTRY_BYTES + CODE.length), 0x28);
  header.writeUInt16LE(ENTRY_BYTES, 0x36);
  header.writeUInt16LE(1, 0x38);
  header.writeUInt16LE(7, 0x3c);
  const segment = Buffer.alloc(ENTRY_BYTES);
  segment.writeBigUInt64LE(BigInt(HEADER_BYTES + ENTRY_BYTES), 0x08);
  segment.writeBigUInt64LE(BigInt(CODE.length), 0x20);
  return Buffer.concat([header, segment, CODE, SYMBOLS]);
}

test('keeps what is loaded to run a program, and its permissions', async () => {
  await writeFile(path, makeProgram(), { mode: 0o755 });
  stripProgram(path);
  const stripped = await readFile(path);
  expect(stripped.subarray(HEADER_BYTES + ENTRY_BYTES)).toEqual(CODE);
  // No table of sections: neither its place nor a number of entries.
  expect(stripped.readBigUInt64LE(0x28)).toBe(0n);
  expect(stripped.readUInt16LE(0x3c)).toBe(0);
  expect((await stat(path)).mode & 0o777).toBe(0o755);
  stripProgram(path);
  expect(await readFile(path)).toEqual(stripped);
});

test('leaves other files alone', async () => {
  for (const content of [Buffer.from('#!/bin/sh\n'), Buffer.alloc(0), makeProgram().fill(1, 4, 5)]) {
    await writeFile(path, content);
    stripProgram(path);
    expect(await readFile(path)).toEqual(content);
  }
  expect(() => stripProgram(join(folder, 'missing'))).not.toThrow();
});
