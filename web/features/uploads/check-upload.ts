import { inferKindOfUrl, recognizeFile, type ContentType, type FileKind } from './content-kind.ts';

export type UploadMethod = 'file' | 'url';
export type UploadField = 'course' | 'name' | 'file' | 'url';

/** The texts of `uploads.invalid`. */
export type UploadProblemName =
  | 'courseAndName'
  | 'noFile'
  | 'pickFile'
  | 'noUrl'
  | 'unsupported'
  | 'lessonKinds'
  | 'syllabusKinds'
  | 'badUrl'
  | 'empty'
  | 'tooLarge';

export interface UploadProblem {
  name: UploadProblemName;
  fields: readonly UploadField[];
  /** With `tooLarge`: the most that this kind may have. */
  limitBytes?: number;
}

/** As of contract/uploads.ts; `check-upload.test.ts` keeps the two equal. Imported, it would bring along zod. */
export const LIMIT_BYTES: Readonly<Record<FileKind, number>> = {
  video: 4 * 1024 ** 3,
  pdf: 100 * 1024 ** 2,
  text: 10 * 1024 ** 2,
};

export interface UploadDraft {
  courseId: number | null;
  contentType: ContentType;
  displayName: string;
  method: UploadMethod;
  file: File | null;
  url: string;
}

type FileFacts = Pick<File, 'name' | 'type' | 'size'>;

/** Why a file cannot be taken, before anything of it is sent; undefined when it can. */
export function checkFile(file: FileFacts, contentType: ContentType): UploadProblem | undefined {
  const kind = recognizeFile(file);
  if (kind === undefined) return { name: 'unsupported', fields: ['file'] };
  if (contentType === 'syllabus' && kind === 'video') return { name: 'syllabusKinds', fields: ['file'] };
  if (file.size === 0) return { name: 'empty', fields: ['file'] };
  const limitBytes = LIMIT_BYTES[kind];
  return file.size > limitBytes ? { name: 'tooLarge', fields: ['file'], limitBytes } : undefined;
}

export function checkUrl(text: string, contentType: ContentType): UploadProblem | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return { name: 'badUrl', fields: ['url'] };
  if (contentType === 'syllabus' && inferKindOfUrl(text) === 'video') {
    return { name: 'syllabusKinds', fields: ['url'] };
  }
  return undefined;
}

/** The first thing in the way of an upload, in the order of the form; undefined when all is there. */
export function checkUpload(draft: Omit<UploadDraft, 'file'> & { file: FileFacts | null }) {
  const missing: UploadField[] = [];
  if (draft.courseId === null) missing.push('course');
  if (draft.displayName.trim() === '') missing.push('name');
  if (missing.length > 0) return { name: 'courseAndName', fields: missing } satisfies UploadProblem;
  if (draft.method === 'file') {
    if (draft.file === null) return { name: 'noFile', fields: ['file'] } satisfies UploadProblem;
    return checkFile(draft.file, draft.contentType);
  }
  const url = draft.url.trim();
  if (url === '') return { name: 'noUrl', fields: ['url'] } satisfies UploadProblem;
  return checkUrl(url, draft.contentType);
}
