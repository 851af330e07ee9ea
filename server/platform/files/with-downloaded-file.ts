import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStoreFullError, FileStoreUnavailableError } from './file-store.ts';
import { isFullDisk } from './local-disk-file-store.ts';
import { withTemporaryFile } from './temporary-file.ts';

/** Downloads what `openRead` gives to a temporary file for as long as `use` runs. */
export function withDownloadedFile<Result>(
  dataDirectory: string,
  openRead: () => Promise<Readable>,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFile(dataDirectory, async (path) => {
    await pipeline(await openRead(), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(
      (error: unknown) => {
        throw isFullDisk(error)
          ? new FileStoreFullError('The disk has no room for a temporary copy.', { cause: error })
          : new FileStoreUnavailableError('The download broke off.', { cause: error });
      },
    );
    return use(path);
  });
}
