import type { TFunction } from 'i18next';
import { FIELD_MESSAGES, fieldText } from '#contract/messages/field-messages.ts';
import type uploads from '#web/locales/en/uploads.json';
import { formatBytes } from '#web/ui/format.ts';
import { wordFieldText } from '#web/ui/word-message.ts';
import { completeAddress, readYoutubeAddress, type YoutubeFault } from '#contract/youtube-address.ts';
import {
  findConversion,
  inferKindOfUrl,
  recognizeFile,
  type Conversion,
  type ContentType,
  type FileKind,
} from './content-kind.ts';

export type UploadMethod = 'file' | 'url' | 'text';
export type UploadField = 'course' | 'name' | 'file' | 'url' | 'text';

/** Messages that the server sends for the same faults. */
type SharedProblem =
  | 'content_url_missing'
  | 'course_and_name_missing'
  | 'file_missing'
  | 'file_url_invalid'
  | `youtube_${YoutubeFault}`;

export interface UploadProblem {
  name: keyof (typeof uploads)['invalid'] | SharedProblem;
  fields: readonly UploadField[];
  /** Of several, the one that cannot be taken. */
  fileName?: string;
  /** With `tooLarge`: the most that this kind may have. */
  limitBytes?: number;
  /** With `unsupported`: how to make an accepted file of it. */
  conversion?: Conversion;
}

/** As of contract/uploads.ts; `check-upload.test.ts` keeps the two equal. Imported, it would bring along zod. */
export const LIMIT_BYTES: Readonly<Record<FileKind, number>> = {
  video: 4 * 1024 ** 3,
  pdf: 100 * 1024 ** 2,
  text: 10 * 1024 ** 2,
};

/** A file and the name of the lesson that it becomes. */
export interface NamedFile {
  file: File;
  name: string;
}

export interface UploadDraft {
  courseId: number | null;
  contentType: ContentType;
  displayName: string;
  method: UploadMethod;
  file: File | null;
  /** Instead of `file`: several files, each a lesson. */
  files: readonly NamedFile[];
  url: string;
  /** Typed or pasted. */
  text: string;
}

type FileFacts = Pick<File, 'name' | 'type' | 'size'>;

/** Why a file cannot be taken, before anything of it is sent; undefined when it can. */
export function checkFile(file: FileFacts, contentType: ContentType): UploadProblem | undefined {
  const kind = recognizeFile(file);
  if (kind === undefined) {
    const conversion = findConversion(file.name);
    return { name: 'unsupported', fields: ['file'], ...(conversion === undefined ? {} : { conversion }) };
  }
  if (contentType === 'syllabus' && kind === 'video') return { name: 'syllabusKinds', fields: ['file'] };
  if (file.size === 0) return { name: 'empty', fields: ['file'] };
  const limitBytes = LIMIT_BYTES[kind];
  return file.size > limitBytes ? { name: 'tooLarge', fields: ['file'], limitBytes } : undefined;
}

export function checkUrl(text: string, contentType: ContentType): UploadProblem | undefined {
  const address = completeAddress(text);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { name: 'file_url_invalid', fields: ['url'] };
  const youtube = readYoutubeAddress(address);
  if (youtube !== undefined && 'fault' in youtube)
    return { name: `youtube_${youtube.fault}`, fields: ['url'] };
  if (contentType === 'syllabus' && inferKindOfUrl(address) === 'video') {
    return { name: 'syllabusKinds', fields: ['url'] };
  }
  return undefined;
}

/** Whether several files become a lesson each. */
export const isBatch = ({ method, files }: { method: UploadMethod; files: readonly unknown[] }): boolean =>
  method === 'file' && files.length > 0;

function checkText(text: string): UploadProblem | undefined {
  if (text.trim() === '') return { name: 'noText', fields: ['text'] };
  const limitBytes = LIMIT_BYTES.text;
  return new Blob([text]).size > limitBytes ? { name: 'tooLarge', fields: ['text'], limitBytes } : undefined;
}

/** The first thing in the way of an upload, in the order of the form; undefined when all is there. */
export function checkUpload(
  draft: Omit<UploadDraft, 'file' | 'files'> & {
    file: FileFacts | null;
    files: readonly { file: FileFacts; name: string }[];
  },
) {
  const missing: UploadField[] = [];
  if (draft.courseId === null) missing.push('course');
  const isUnnamed = isBatch(draft)
    ? draft.files.some(({ name }) => name.trim() === '')
    : draft.displayName.trim() === '';
  if (isUnnamed) missing.push('name');
  if (missing.length > 0) return { name: 'course_and_name_missing', fields: missing } satisfies UploadProblem;
  if (draft.method === 'text') return checkText(draft.text);
  if (isBatch(draft))
    return draft.files
      .map(({ file }) => checkFile(file, draft.contentType))
      .find((each) => each !== undefined);
  if (draft.method === 'file') {
    if (draft.file === null) return { name: 'noFile', fields: ['file'] } satisfies UploadProblem;
    return checkFile(draft.file, draft.contentType);
  }
  const url = draft.url.trim();
  if (url === '') return { name: 'content_url_missing', fields: ['url'] } satisfies UploadProblem;
  return checkUrl(url, draft.contentType);
}

export function wordUploadProblem(
  t: TFunction,
  language: string,
  { name, limitBytes = 0 }: UploadProblem,
): string {
  return name in FIELD_MESSAGES
    ? wordFieldText(t, fieldText(name as SharedProblem))
    : t(`uploads.invalid.${name as keyof (typeof uploads)['invalid']}`, {
        limit: formatBytes(limitBytes, language),
      });
}
