import { promisify } from 'node:util';
import { open as openZip, type Entry, type Options, type ZipFile } from 'yauzl';
import { QuestionFileError } from './question-file.ts';

const openZipFile = promisify<string, Options, ZipFile>(openZip);

export const MOST_PACKAGE_FILES = 5_000;
const MOST_BYTES_OF_FILE = 10 * 1024 * 1024;
export const MOST_PACKAGE_BYTES = 40 * 1024 * 1024;

/**
 * The XML files of a zip package by their names, unpacked in memory and within limits; pictures and others stay packed.
 * @throws {QuestionFileError} broken_zip, encrypted_zip, unsafe_zip, large_zip, spreadsheet.
 */
export async function readPackage(path: string): Promise<Map<string, Buffer>> {
  const zip = await openZipFile(path, { lazyEntries: true, autoClose: false }).catch(explainBroken);
  try {
    if (zip.entryCount > MOST_PACKAGE_FILES) throw new QuestionFileError('large_zip');
    const files = new Map<string, Buffer>();
    let left = MOST_PACKAGE_BYTES;
    for (let entry = await nextEntry(zip); entry !== undefined; entry = await nextEntry(zip)) {
      if (entry.fileName === 'xl/workbook.xml') throw new QuestionFileError('spreadsheet');
      if (!/\.(?:xml|qti)$/iu.test(entry.fileName)) continue;
      if (entry.isEncrypted()) throw new QuestionFileError('encrypted_zip');
      const content = await readEntry(zip, entry, Math.min(left, MOST_BYTES_OF_FILE));
      left -= content.length;
      files.set(entry.fileName, content);
    }
    return files;
  } finally {
    zip.close();
  }
}

/** Names that climb out of the package are refused by the reader of the zip. */
function explainBroken(cause: Error): never {
  throw new QuestionFileError(
    /invalid (?:relative path|characters in fileName)|absolute path/u.test(cause.message)
      ? 'unsafe_zip'
      : 'broken_zip',
    null,
    { cause },
  );
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise<Entry | undefined>((resolve, reject) => {
    const onEntry = (entry: Entry): void => finish(() => resolve(entry));
    const onEnd = (): void => finish(() => resolve(undefined));
    const onError = (error: Error): void => finish(() => reject(error));
    function finish(settle: () => void): void {
      zip.off('entry', onEntry).off('end', onEnd).off('error', onError);
      settle();
    }
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
    zip.readEntry();
  }).catch(explainBroken);
}

async function readEntry(zip: ZipFile, entry: Entry, limit: number): Promise<Buffer> {
  if (entry.uncompressedSize > limit) throw new QuestionFileError('large_zip');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const stream = await promisify(
      zip.openReadStream.bind(zip) as (
        of: Entry,
        done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
      ) => void,
    )(entry);
    for await (const chunk of stream) {
      size += chunk.length;
      // What an entry says of its size may be a lie.
      if (size > limit) throw new QuestionFileError('large_zip');
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof QuestionFileError) throw error;
    return explainBroken(error as Error);
  }
  return Buffer.concat(chunks);
}
