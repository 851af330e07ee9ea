import { z } from 'zod';
import { timestamp } from './fields.ts';
import type { FromWire } from './wire-names.ts';

export const MAXIMUM_VIDEO_BYTES = 4 * 1024 ** 3;
export const MAXIMUM_PDF_BYTES = 100 * 1024 ** 2;
export const MAXIMUM_TEXT_BYTES = 10 * 1024 ** 2;

export const uploadedVideo = z.object({ file_url: z.string() });
export type UploadedVideo = z.infer<typeof uploadedVideo>;
export const uploadedDocument = z.object({
  url: z.string(),
  docsource_id: z.string().meta({
    description: 'Empty for a scan of many pages: the lesson made of it gets one when they are recognized.',
  }),
});
export type UploadedDocument = FromWire<z.infer<typeof uploadedDocument>>;

/** Which of the two upload calls (docs/product.md) a resumable upload stands for. */
export const UPLOAD_PURPOSES = ['video', 'document'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The version of the tus protocol (https://tus.io/protocols/resumable-upload), and what Lectern offers of it. */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,expiration,termination';
/** What a page of another origin must be let send, and let read. */
export const TUS_REQUEST_HEADERS = ['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'];
export const TUS_ANSWER_HEADERS = [
  'location',
  'retry-after',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
];

/** How long an upload may take from its creation to its end. */
export const UPLOAD_LIFETIME_HOURS = 24;
/** How many uploads an instructor may have begun and not finished. */
export const MAXIMUM_UNFINISHED_UPLOADS = 20;
/** In how many pieces one upload may come: more would fill the database. */
export const MAXIMUM_UPLOAD_PIECES = 2_000;

/** What beginning a resumable upload gives, beside the protocol's headers. */
export const createdUpload = z.object({ id: z.uuid(), expires_at: timestamp });
export type CreatedUpload = z.infer<typeof createdUpload>;

/** What finishing a resumable upload gives: exactly what the multipart call for its purpose gives. */
export const finishedUpload = z.union([uploadedVideo, uploadedDocument]);
export type FinishedUpload = UploadedVideo | UploadedDocument;
