import { cleanFileName } from '#contract/file-names.ts';
import { MAXIMUM_PDF_BYTES, MAXIMUM_TEXT_BYTES, MAXIMUM_VIDEO_BYTES } from '#contract/uploads.ts';
import type { Actor } from '#server/actor.ts';
import {
  recognizeContent,
  recognizedBytes,
  type RecognizedContent,
} from '#server/documents/recognize-content.ts';
import { ProblemError, invalidField } from '#server/platform/problem-error.ts';

interface UploadFormat {
  readonly extension: string;
  readonly contentType: string;
  readonly maximumBytes: number;
}

/** What each kind is stored as, and how large it may be. */
export const UPLOAD_FORMATS: Readonly<Record<UploadKind, UploadFormat>> = {
  video: { extension: 'mp4', contentType: 'video/mp4', maximumBytes: MAXIMUM_VIDEO_BYTES },
  pdf: {
    extension: 'pdf',
    contentType: 'application/pdf',
    maximumBytes: MAXIMUM_PDF_BYTES,
  },
  text: {
    extension: 'txt',
    contentType: 'text/plain; charset=utf-8',
    maximumBytes: MAXIMUM_TEXT_BYTES,
  },
};

/** The canonical key of an instructor's file. @param id a UUID. */
export const fileKeyOf = (actor: Actor, id: string, kind: UploadKind): string =>
  `i${actor.instructorId}/${id}.${UPLOAD_FORMATS[kind].extension}`;

export const tooLarge = (kind: UploadKind, cause?: unknown): ProblemError =>
  new ProblemError('file_too_large', { params: { limitBytes: UPLOAD_FORMATS[kind].maximumBytes }, cause });

/** A file name as it is stored. */
export const keptName = (name: string): string => cleanFileName(name).slice(0, 300);

/** The header with a readable name for downloads, because the key of a stored file means nothing to people. */
export function nameDownload({ name, kind }: { name: string; kind: string }): string {
  const { extension } = UPLOAD_FORMATS[kind === 'video' || kind === 'pdf' ? kind : 'text'];
  const legal = cleanFileName(name)
    .replace(/[\\/:*?"<>|]/gu, ' ')
    .trim();
  const whole = legal.toLowerCase().endsWith(`.${extension}`) ? legal : `${legal || 'file'}.${extension}`;
  const ascii = whole.replace(/[^\x20-\x7E]|[%"\\]/gu, '_');
  const encoded = encodeURIComponent(whole).replace(
    /['()]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

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
    throw invalidField('file', 'file_empty');
  }
  const bytes = Buffer.concat(beginning);
  const recognized = await recognizeContent(bytes);
  const named = kindOfName(name);
  const found = recognized === 'video' && (named === 'other' || !isMp4(bytes)) ? 'film' : recognized;
  const kind = accepted.find((each) => each === found);
  if (kind === undefined || (named !== undefined && named !== kind)) throw refuse(found, named);
  return { kind, content: chain(bytes, source) };
}

function refuse(found: RecognizedContent, named: ReturnType<typeof kindOfName>): ProblemError {
  if (found === 'unknown' || found === named) return new ProblemError('unsupported_file_type');
  if (found === 'video' || found === 'pdf' || found === 'text') {
    return new ProblemError('file_under_other_name', {
      params: { extension: UPLOAD_FORMATS[found].extension },
    });
  }
  return new ProblemError(`file_is_${found}`);
}

async function* chain(beginning: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield beginning;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
