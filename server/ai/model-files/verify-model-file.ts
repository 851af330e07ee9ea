import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ModelFile } from './model-catalogue.ts';

/** What came is not the file that was pinned. It was thrown away. */
export class ModelFileMismatchError extends Error {
  override readonly name = 'ModelFileMismatchError';
}

interface Stamp {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly modifiedMilliseconds: number;
}

export function modelFilePath(modelsDirectory: string, file: ModelFile): string {
  return join(modelsDirectory, ...file.file.split('/'));
}

function stampPath(modelsDirectory: string, file: ModelFile): string {
  return join(modelsDirectory, '.verified', `${file.file.replaceAll('/', '__')}.json`);
}

/**
 * Whether the models directory holds the pinned file. Hashing tens of megabytes at every start would be slow, so a
 * stamp remembers size and time of a file once checked; a file that differs from its stamp is hashed again.
 */
export async function isModelFilePresent(modelsDirectory: string, file: ModelFile): Promise<boolean> {
  const path = modelFilePath(modelsDirectory, file);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== file.sizeBytes) return false;
  const current: Stamp = { sha256: file.sha256, sizeBytes: found.size, modifiedMilliseconds: found.mtimeMs };
  const remembered = await readFile(stampPath(modelsDirectory, file), 'utf8').catch(() => '');
  if (remembered === JSON.stringify(current)) return true;
  if ((await hashFile(path)) !== file.sha256) return false;
  // If the models directory is read-only, the next start checks again.
  await writeStamp(stampPath(modelsDirectory, file), current).catch(() => undefined);
  return true;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** A truncated stamp matches no file. */
async function writeStamp(path: string, stamp: Stamp): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(stamp));
}
