import { recognizeContent, recognizedBytes } from '../../documents/recognize-content.ts';
import { UNSUPPORTED_FILE_TYPE } from '../../../contract/uploads.ts';
import { ProblemError } from '../../problem-error.ts';

export type UploadKind = 'video' | 'pdf' | 'text';

const KIND_OF_EXTENSION: Record<string, UploadKind> = {
  mp4: 'video',
  m4v: 'video',
  pdf: 'pdf',
  txt: 'text',
};

/** What the file's name announces, or undefined when it has no extension. */
export function kindOfName(name: string): UploadKind | 'other' | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : (KIND_OF_EXTENSION[extension] ?? 'other');
}

/** MP4 alone among the videos: browsers everywhere play it. */
const isMp4 = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp';

/**
 * Reads the beginning of an upload, decides what it is by its content, and gives the whole back.
 * @param accepted the kinds that this address takes.
 * @throws {ProblemError} unsupported_file_type when it is none of them, or its name says otherwise;
 * validation_failed when it is empty.
 */
export async function recognizeUpload(
  content: AsyncIterable<Buffer>,
  name: string,
  accepted: readonly UploadKind[],
): Promise<{ kind: UploadKind; content: AsyncIterable<Buffer> }> {
  const source = content[Symbol.asyncIterator]();
  const beginning: Buffer[] = [];
  let length = 0;
  while (length < recognizedBytes) {
    const next = await source.next();
    if (next.done === true) break;
    beginning.push(next.value);
    length += next.value.length;
  }
  if (length === 0) {
    throw new ProblemError('validation_failed', 'The file is empty. Choose a file that holds something.', {
      errors: [{ field: 'file', message: 'The file is empty. Choose a file that holds something.' }],
    });
  }
  const bytes = Buffer.concat(beginning);
  const kind = await recognizeContent(bytes);
  const named = kindOfName(name);
  const isAccepted =
    kind !== 'unknown' &&
    accepted.includes(kind) &&
    (named === undefined || named === kind) &&
    (kind !== 'video' || isMp4(bytes));
  if (!isAccepted) throw new ProblemError('unsupported_file_type', UNSUPPORTED_FILE_TYPE);
  return { kind, content: chain(bytes, source) };
}

async function* chain(beginning: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield beginning;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
