/**
 * `npm run fetch:documents [-- id …]`: downloads the real documents that may not be kept in the repository. Documents on disk are
 * checked and left alone, so the command can be repeated.
 */
import { execFile } from 'node:child_process';
import { copyFile, glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isOnDisk, locateDocument, readDocuments, type RealDocument } from './read-documents.ts';

const TIMEOUT_MILLISECONDS = 300_000;
const run = promisify(execFile);

const wanted = process.argv.slice(2);
const documents = (await readDocuments()).filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const unknown = wanted.filter((id) => !documents.some((document) => document.id === id));
if (unknown.length > 0) throw new Error(`There is no document ${unknown.join(', ')}.`);
for (const document of documents) {
  try {
    console.log(`${document.id}: ${await fetchDocument(document)}`);
  } catch (error) {
    console.error(`${document.id}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

async function fetchDocument(document: RealDocument): Promise<string> {
  if (await isOnDisk(document)) return 'on disk';
  const path = locateDocument(document);
  await mkdir(dirname(path), { recursive: true });
  if ('debian' in document.source) await unpackPackage(document.source.debian, path);
  else await download(document.source.github, path);
  // Throws if it is not the recorded file.
  await isOnDisk(document);
  return 'downloaded';
}

async function download(
  { repository, commit, path: source }: { repository: string; commit: string; path: string },
  path: string,
): Promise<void> {
  const encoded = source.split('/').map(encodeURIComponent).join('/');
  const url = `https://raw.githubusercontent.com/${repository}/${commit}/${encoded}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}. The document may have moved.`);
  await writeFile(path, await response.bytes());
}

/** Downloads a Debian package with the system's own `apt-get`, without installing it, and copies one file out of it. */
async function unpackPackage(
  { package: name, version, path: source }: { package: string; version: string; path: string },
  path: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-debian-package-'));
  try {
    await run('apt-get', ['download', '-qq', `${name}=${version}`], { cwd: folder });
    for await (const archive of glob('*.deb', { cwd: folder }))
      await run('dpkg-deb', ['--extract', archive, 'unpacked'], { cwd: folder });
    await copyFile(join(folder, 'unpacked', source), path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
