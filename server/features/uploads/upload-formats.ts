import { MAXIMUM_PDF_BYTES, MAXIMUM_TEXT_BYTES, MAXIMUM_VIDEO_BYTES } from '../../../contract/uploads.ts';
import type { Actor } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import type { UploadKind } from './recognize-upload.ts';

interface UploadFormat {
  readonly extension: string;
  readonly contentType: string;
  readonly maximumBytes: number;
  /** `maximumBytes`, for people. */
  readonly limit: string;
}

/** What each kind is stored as, and how large it may be. */
export const UPLOAD_FORMATS: Readonly<Record<UploadKind, UploadFormat>> = {
  video: { extension: 'mp4', contentType: 'video/mp4', maximumBytes: MAXIMUM_VIDEO_BYTES, limit: '4 GiB' },
  pdf: {
    extension: 'pdf',
    contentType: 'application/pdf',
    maximumBytes: MAXIMUM_PDF_BYTES,
    limit: '100 MiB',
  },
  text: {
    extension: 'txt',
    contentType: 'text/plain; charset=utf-8',
    maximumBytes: MAXIMUM_TEXT_BYTES,
    limit: '10 MiB',
  },
};

/** The canonical key of an instructor's file. @param id a UUID. */
export const fileKeyOf = (actor: Actor, id: string, kind: UploadKind): string =>
  `i${actor.instructorId}/${id}.${UPLOAD_FORMATS[kind].extension}`;

export const tooLarge = (kind: UploadKind, cause?: unknown): ProblemError =>
  new ProblemError(
    'payload_too_large',
    `The file is larger than ${UPLOAD_FORMATS[kind].limit}, the most that is taken. Nothing was kept.`,
    { cause },
  );

/** A file's name as it is remembered. PostgreSQL text cannot hold U+0000. */
export const keptName = (name: string): string => name.replaceAll('\u0000', '').slice(0, 300);
