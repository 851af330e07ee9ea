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

/** The texts of `uploads.invalid`. */
export type UploadProblemName =
  | 'courseAndName'
  | 'noFile'
  | 'pickFile'
  | 'noUrl'
  | 'noText'
  | 'unsupported'
  | 'lessonKinds'
  | 'syllabusKinds'
  | 'badUrl'
  | 'youtubePlaylist'
  | 'youtubeChannel'
  | 'youtubeSearch'
  | 'youtubeNoVideo'
  | 'youtubeVideoId'
  | 'empty'
  | 'tooLarge';

export interface UploadProblem {
  name: UploadProblemName;
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

const YOUTUBE_FAULTS: Readonly<Record<YoutubeFault, UploadProblemName>> = {
  playlist: 'youtubePlaylist',
  channel: 'youtubeChannel',
  search: 'youtubeSearch',
  no_video: 'youtubeNoVideo',
  video_id: 'youtubeVideoId',
};

export function checkUrl(text: string, contentType: ContentType): UploadProblem | undefined {
  const address = completeAddress(text);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return { name: 'badUrl', fields: ['url'] };
  const youtube = readYoutubeAddress(address);
  if (youtube !== undefined && 'fault' in youtube)
    return { name: YOUTUBE_FAULTS[youtube.fault], fields: ['url'] };
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
  if (missing.length > 0) return { name: 'courseAndName', fields: missing } satisfies UploadProblem;
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
  if (url === '') return { name: 'noUrl', fields: ['url'] } satisfies UploadProblem;
  return checkUrl(url, draft.contentType);
}
