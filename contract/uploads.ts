import { z } from 'zod';

export const MAXIMUM_VIDEO_BYTES = 4 * 1024 ** 3;
export const MAXIMUM_PDF_BYTES = 100 * 1024 ** 2;
export const MAXIMUM_TEXT_BYTES = 10 * 1024 ** 2;

export const UNSUPPORTED_FILE_TYPE = 'Unsupported file type. Please select MP4, PDF, or TXT files.';

export const uploadedVideo = z.object({ file_url: z.string() });
export type UploadedVideo = z.infer<typeof uploadedVideo>;
export const uploadedDocument = z.object({ url: z.string(), docsource_id: z.string() });
export type UploadedDocument = z.infer<typeof uploadedDocument>;
