import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** What a file must be. */
export interface ExpectedFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** A download that failed for a reason that its message explains. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  /** True when nothing answered: further downloads from the same address would fail as well. */
  readonly unreachable: boolean;

  constructor(message: string, options: ErrorOptions & { unreachable?: boolean } = {}) {
    super(message, options);
    this.unreachable = options.unreachable ?? false;
  }
}

const timeoutMilliseconds = 300_000;

/** The SHA-256 of a file in hexadecimal digits, or undefined when there is no file. */
export async function hashFile(path: string): Promise<string | undefined> {
  if ((await sizeOf(path)) === undefined) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Downloads a file, continuing an earlier attempt where the server allows it. The file appears at `path` only when it
 * is complete and has the expected SHA-256; until then it is `<path>.part`.
 * @throws {DownloadError} when nothing answers, the address has no such file, or what it has is another file
 */
export async function downloadFile(url: string, path: string, expected: ExpectedFile): Promise<void> {
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  const kept = (await sizeOf(part)) ?? 0;
  // A part that is as long as the file or longer cannot be continued.
  const from = kept < expected.bytes ? kept : 0;
  const response = await request(url, from);
  const continues = response.status === 206;
  try {
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
      limitTo(expected.bytes - (continues ? from : 0)),
      createWriteStream(part, { flags: continues ? 'a' : 'w' }),
    );
  } catch (error) {
    if (error instanceof DownloadError) {
      await rm(part, { force: true });
      throw error;
    }
    throw new DownloadError(
      `The connection broke while downloading ${url}. What arrived is kept; run the command again to continue.`,
      { cause: error },
    );
  }
  if ((await hashFile(part)) !== expected.sha256) {
    await rm(part, { force: true });
    throw differs(url);
  }
  await rename(part, path);
}

async function request(url: string, from: number): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers: from > 0 ? { Range: `bytes=${from}-` } : {},
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
  } catch (error) {
    throw new DownloadError(
      `${new URL(url).host} cannot be reached. Documents that are already on disk are kept; connect to the internet and ` +
        'run the command again, or copy the files into the folder yourself.',
      { cause: error, unreachable: true },
    );
  }
  if ((response.status !== 200 && response.status !== 206) || response.body === null)
    throw new DownloadError(`${url} answered ${response.status}. The document may have moved.`);
  return response;
}

/** Ends a download that is longer than the file that is wanted. */
function limitTo(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      left -= chunk.length;
      if (left < 0)
        callback(new DownloadError('The file is longer than the recorded one, so it is another file.'));
      else callback(null, chunk);
    },
  });
}

const differs = (url: string): DownloadError =>
  new DownloadError(`${url} has another file than the recorded one: its SHA-256 differs. It was not kept.`);

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
