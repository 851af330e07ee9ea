import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { open as openZip, type Entry, type Options, type ZipFile } from 'yauzl';

const openZipFile = promisify<string, Options, ZipFile>(openZip);

/**
 * Opens entries of a wheel, which is a zip file, one after another; entries that are not asked for are skipped.
 * @param take called for each wanted entry that exists, and awaited.
 * @throws when the file is no zip, or damaged.
 */
export async function readWheel(
  wheelPath: string,
  wantedEntries: ReadonlySet<string>,
  take: (entryName: string, content: Readable) => Promise<void>,
): Promise<void> {
  const zip = await openZipFile(wheelPath, { lazyEntries: true, autoClose: false });
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      if (wantedEntries.has(entry.fileName)) await take(entry.fileName, await openEntry(zip, entry));
    }
  } finally {
    zip.close();
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const onEntry = (entry: Entry): void => finish(() => resolve(entry));
    const onEnd = (): void => finish(() => resolve(undefined));
    const onError = (error: Error): void => finish(() => reject(error));
    function finish(settle: () => void): void {
      zip.off('entry', onEntry).off('end', onEnd).off('error', onError);
      settle();
    }
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}
