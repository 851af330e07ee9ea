import { constants, deflateRawSync } from 'node:zlib';

/** Part of a file in a package. Pieces of one file follow one another. */
export interface FilePiece {
  readonly file: string;
  readonly text: string;
}

/** More need ZIP64, which the library does not write and many platforms do not read. */
const MOST_FILES = 65_535;
/** Characters of a file that are compressed at once. */
const CHUNK = 64 * 1024;

/** Packs the files as they arrive. Nothing but the list of names is kept. */
export async function* zipPieces(pieces: AsyncIterable<FilePiece>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import('fflate');

  /** Node's zlib is ten times as fast as the library's own. Blocks that end with a flush make up one stream. */
  class CompressedFile extends ZipPassThrough {
    override compression = 8;
    override process(chunk: Uint8Array, isLast: boolean): void {
      const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
      this.ondata(null, deflateRawSync(chunk, { finishFlush }), isLast);
    }
  }

  let written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    written.push(chunk);
  });
  let open: CompressedFile | undefined;
  let waiting = '';
  let count = 0;
  const flush = (isLast: boolean): void => {
    open?.push(Buffer.from(waiting), isLast);
    waiting = '';
  };
  for await (const { file, text } of pieces) {
    if (open?.filename !== file) {
      flush(true);
      count += 1;
      if (count > MOST_FILES) throw new Error(`A package cannot have more than ${MOST_FILES} files.`);
      open = new CompressedFile(file);
      zip.add(open);
    }
    waiting += text;
    if (waiting.length > CHUNK) flush(false);
    yield* written;
    written = [];
  }
  flush(true);
  zip.end();
  yield* written;
}
