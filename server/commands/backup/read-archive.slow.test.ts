import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { HEADER_NAME, MISSING_NAME, SECRET_NAME, SUMS_NAME, type BackupHeader } from './archive-format.ts';
import { verifyArchive } from './read-archive.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

interface Part {
  readonly name: string;
  readonly content: string;
  readonly header?: {
    readonly type?: 'link' | 'symlink' | 'directory' | 'fifo' | 'character-device';
    readonly linkname?: string;
    readonly size?: number;
  };
}

const directory = await useDirectory();

const header: BackupHeader = {
  format: 1,
  created_at: '2026-11-21T20:00:00.000Z',
  lectern_version: '0.1.0',
  postgres_version: '18',
  file_store: 'this server',
  migrations: ['0001-initial'],
  tables: [{ name: 'users', columns: ['id', 'email'] }],
  sequences: [],
};
const KEY = 'i1/0b9c1f5e-7c1d-4f5e-9a61-6a3f8b6f2a10.mp4';
const parts: readonly Part[] = [
  { name: HEADER_NAME, content: JSON.stringify(header) },
  { name: SECRET_NAME, content: 'ab'.repeat(32) },
  { name: 'tables/users/000001', content: '1\ta@example.test\n' },
  { name: 'jobs/000001', content: '' },
  { name: `files/${KEY}`, content: 'x'.repeat(100_000) },
  { name: MISSING_NAME, content: 'i1/gone.txt\n' },
];

const sumsOf = (of: readonly Part[]): Part => ({
  name: SUMS_NAME,
  content: of
    .map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
    .join(''),
});

async function tarOf(of: readonly Part[]): Promise<Buffer> {
  const tar = pack();
  for (const part of of) {
    const entry = { name: part.name, ...part.header };
    tar.entry(entry, part.content);
  }
  tar.finalize();
  return buffer(tar);
}

let written = 0;
async function verify(archive: Buffer) {
  written += 1;
  const path = join(directory, `${written}.tar`);
  await writeFile(path, archive);
  return verifyArchive(path, new AbortController().signal);
}

/** An archive whose checksums are right, whatever is in it. */
const verifyParts = async (of: readonly Part[]) => verify(await tarOf([...of, sumsOf(of)]));
const withPart = (position: number, part: Part): Part[] => parts.toSpliced(position, 0, part);
const replaced = (name: string, content: string): Part[] =>
  parts.map((part) => (part.name === name ? { name, content } : part));

test('describes the contents of a complete archive', async () => {
  const archive = await verifyParts(parts);
  expect(archive).toMatchObject({ header, fileCount: 1, fileBytes: 100_000, missingKeys: ['i1/gone.txt'] });
  expect(archive.rootSecret.toString('hex')).toBe('ab'.repeat(32));
  expect(archive.sums.size).toBe(6);
});

test('a truncated archive is refused, wherever it ends', async () => {
  const whole = await tarOf([...parts, sumsOf(parts)]);
  // The last kilobyte is tar's own end mark; without it nothing is missing.
  for (let end = 0; end < whole.byteLength - 1024; end += 509) {
    await expect(verify(whole.subarray(0, end)), `${end} bytes`).rejects.toThrow(/no whole backup/u);
  }
});

test('notices a changed byte anywhere in the archive', async () => {
  const whole = await tarOf([...parts, sumsOf(parts)]);
  const names = [...parts, sumsOf(parts)].map(({ content }) => content).filter((content) => content !== '');
  for (const content of names) {
    const damagedCopy = Buffer.from(whole);
    const position = whole.indexOf(content.slice(0, 40)) + 5;
    damagedCopy[position] = damagedCopy[position]! ^ 1;
    await expect(verify(damagedCopy), content.slice(0, 40)).rejects.toThrow(/no whole backup/u);
  }
});

test.each([
  '../secret',
  '/etc/passwd',
  'files/../../etc/passwd.txt',
  'files/i1/../i2/a.txt',
  'files/I1/A.txt',
  'files/.unfinished/a.txt',
  'tables/users/../000001',
  'tables/pg_catalog.pg_authid/000001',
  'tables/Users"; drop table users/000001',
  'tables/users/1',
  'else.json',
])('the name %j is refused', async (name) => {
  await expect(verifyParts(withPart(2, { name, content: 'x' }))).rejects.toThrow(
    /no whole backup.*it holds/u,
  );
});

test.each(['link', 'symlink', 'directory', 'fifo', 'character-device'] as const)(
  'a %s is refused',
  async (type) => {
    const part: Part = {
      name: 'files/i1/a.txt',
      content: '',
      header: { type, linkname: '/etc/passwd', size: 0 },
    };
    await expect(verifyParts(withPart(5, part))).rejects.toThrow(/it holds "files\/i1\/a\.txt"/u);
  },
);

test('the order of a backup is kept, and nothing comes twice', async () => {
  const users = parts[2]!;
  await expect(verifyParts(withPart(3, users))).rejects.toThrow(/twice/u);
  await expect(verifyParts([parts[0]!, users, parts[1]!])).rejects.toThrow(/wrong place/u);
  await expect(verifyParts(parts.slice(1))).rejects.toThrow(/wrong place/u);
  const sums = sumsOf(parts);
  await expect(verify(await tarOf([...parts, sums, { name: MISSING_NAME, content: '' }]))).rejects.toThrow(
    /twice/u,
  );
  await expect(verify(await tarOf(parts))).rejects.toThrow(/its end is missing/u);
  // A checksum whose file was taken out.
  await expect(verify(await tarOf([...parts.filter((part) => part !== users), sums]))).rejects.toThrow(
    /checksum is wrong of tables\/users\/000001/u,
  );
});

/** A tar header of a size that need not be true. */
async function headerOf(name: string, size: number, type: number): Promise<Buffer> {
  const made = (await tarOf([{ name, content: '', header: { size: 0 } }])).subarray(0, 512);
  const octal = `${size.toString(8).padStart(11, '0')}\0`;
  made.write(octal, 124, 'latin1');
  made[156] = type;
  made.fill(' ', 148, 156);
  const sum = made.reduce((total, byte) => total + byte, 0);
  made.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return made;
}

test('refuses impossible sizes before it keeps anything in memory', async () => {
  const begin = (await tarOf(parts.slice(0, 1))).subarray(0, -1024);
  const secret = await headerOf(SECRET_NAME, 1024 ** 3, 0x30);
  await expect(verify(Buffer.concat([begin, secret]))).rejects.toThrow(/claims to hold 1073741824 bytes/u);
  // A long name and extended headers (x) are gathered in memory by the reader of the archive.
  for (const type of ['x', 'g', 'L']) {
    const extended = await headerOf('extended', 7 * 1024 ** 3, type.charCodeAt(0));
    const before = process.memoryUsage().rss;
    await expect(
      verify(Buffer.concat([begin, extended, Buffer.alloc(64 * 1024 * 1024)])),
      type,
    ).rejects.toThrow(/Header exceeds max size/u);
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  }
});

test('reports an invalid description, a newer format and a lost secret', async () => {
  await expect(verifyParts(replaced(HEADER_NAME, '{'))).rejects.toThrow(/description cannot be read/u);
  await expect(verifyParts(replaced(HEADER_NAME, '{"format":1}'))).rejects.toThrow(
    /description cannot be read/u,
  );
  const hostile = JSON.stringify({ ...header, tables: [{ name: 'users"; --', columns: ['id'] }] });
  await expect(verifyParts(replaced(HEADER_NAME, hostile))).rejects.toThrow(/description cannot be read/u);
  await expect(verifyParts(replaced(HEADER_NAME, '{"format":2}'))).rejects.toThrow(
    /newer Lectern \(format 2/u,
  );
  await expect(verifyParts(replaced(SECRET_NAME, ''))).rejects.toThrow(/holds no secret/u);
});

test('reports a missing file and a file that is not an archive', async () => {
  await expect(verify(Buffer.alloc(0))).rejects.toThrow(/its end is missing/u);
  await expect(verify(await readFile(import.meta.filename))).rejects.toThrow(/no whole backup/u);
  await expect(verifyArchive(join(directory, 'none.tar'), new AbortController().signal)).rejects.toThrow(
    /cannot be read: ENOENT/u,
  );
});
