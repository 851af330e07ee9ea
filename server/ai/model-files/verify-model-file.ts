import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
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
  // Beside a read-only models directory the check is simply made again at the next start.
  await writeFileAtomically(stampPath(modelsDirectory, file), JSON.stringify(current)).catch(() => undefined);
  return true;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

async function writeFileAtomically(path: string, content: string): Promise<void> {
  await storeAtomically(path, async (write) => {
    await write(Buffer.from(content));
  });
}

async function storeAtomically(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // Of one name each: two processes may fetch one file at once, and the last rename wins with the same bytes.
  const temporaryPath = `${path}.${randomUUID()}.part`;
  try {
    const handle = await open(temporaryPath, 'wx');
    try {
      await fill(async (chunk) => {
        await handle.writeFile(chunk);
      });
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

/**
 * Stores a model file from a stream: under a temporary name, checked, flushed to disk and only then renamed, so that
 * no reader ever sees half of it or other bytes than the pinned ones.
 * @throws {ModelFileMismatchError} when the bytes are not the pinned ones; nothing is left behind.
 */
export async function storeModelFile(
  modelsDirectory: string,
  file: ModelFile,
  content: AsyncIterable<Uint8Array>,
  onBytes?: (receivedBytes: number) => void,
): Promise<void> {
  await storeAtomically(modelFilePath(modelsDirectory, file), async (write) => {
    const hash = createHash('sha256');
    let receivedBytes = 0;
    for await (const chunk of content) {
      receivedBytes += chunk.length;
      if (receivedBytes > file.sizeBytes) break;
      hash.update(chunk);
      await write(chunk);
      onBytes?.(receivedBytes);
    }
    if (receivedBytes !== file.sizeBytes || hash.digest('hex') !== file.sha256) {
      throw new ModelFileMismatchError(
        `${file.file} is not the file that was expected: its SHA-256 differs.`,
      );
    }
  });
  await isModelFilePresent(modelsDirectory, file);
}
