import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { completeAddress } from '#contract/youtube-address.ts';
import { toWire } from '#contract/wire-names.ts';
import type { Lesson, LessonRequest } from '#contract/lessons.ts';
import { UnreachableError, ApiError, stateServiceError } from '#web/api-client/api-error.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { hasApiKey } from '#web/api-client/session.ts';
import { requestLesson } from '#web/api-client/request-lesson.ts';
import { NotResumableError, uploadResumably } from '#web/api-client/resumable-upload.ts';
import { settings } from '#web/api-client/settings.ts';
import { uploadFile, type UploadReply } from '#web/api-client/upload-file.ts';
import type { UploadDraft } from './check-upload.ts';
import { recognizeFile, type FileKind } from './content-kind.ts';
import {
  addSample,
  estimateTransfer,
  type TransferEstimate,
  type TransferSample,
} from './transfer-estimate.ts';
import {
  readUploadReply,
  UploadFailure,
  type StoredUpload,
  type UploadFailureReason,
} from './upload-error.ts';

/** From this size on a resumable upload is worth its extra requests. */
const RESUMABLE_FROM_BYTES = 16 * 1024 ** 2;

interface SendFileOptions {
  signal: AbortSignal;
  onProgress: (sentBytes: number, totalBytes: number) => void;
  onConnection: (isLost: boolean) => void;
}

/**
 * Sends a file to the AI service: a large one as a resumable upload, if the service supports that.
 * @throws UnreachableError when no answer came; the signal's reason when it aborted.
 */
async function sendFile(kind: FileKind, file: File, options: SendFileOptions): Promise<UploadReply> {
  if (file.size >= RESUMABLE_FROM_BYTES) {
    try {
      return await uploadResumably(file, { ...options, purpose: kind === 'video' ? 'video' : 'document' });
    } catch (error) {
      if (!(error instanceof NotResumableError)) throw error;
    }
  }
  const path = kind === 'video' ? settings.aiVideoUploadPath : settings.aiDocumentUploadPath;
  return uploadFile(`${settings.aiServiceBaseUrl}${path}`, file, options);
}

/**
 * Adds the lesson to its course.
 * @throws UploadFailure when the server refuses or does not answer; the signal's reason when it aborted.
 */
async function createLesson(lesson: LessonRequest, signal: AbortSignal): Promise<Lesson> {
  try {
    return await requestLesson('POST', '/api/lessons/', { body: toWire(lesson), signal });
  } catch (error) {
    if (error instanceof UnreachableError) throw new UploadFailure({ name: 'network' });
    if (!(error instanceof ApiError)) throw error;
    const body = typeof error.body === 'string' ? error.body : JSON.stringify(error.body ?? '', null, 2);
    const { text, coded } =
      typeof error.body === 'string' ? { text: error.body, coded: null } : stateServiceError(error);
    throw new UploadFailure({ name: 'lesson', detail: text.slice(0, 500), coded, body });
  }
}

export type UploadStage = 'idle' | 'uploading' | 'processing' | 'creating';

export interface UploadState {
  stage: UploadStage;
  /** 0 to 100, of the bytes of the file. */
  percent: number;
  estimate: TransferEstimate | undefined;
  /** The upload resumes when the connection is back. */
  isConnectionLost: boolean;
  failure: UploadFailureReason | { name: 'cancelled' | 'cancelledLate' } | undefined;
}

export type UploadOutcome = { lesson: Lesson } | { failure: UploadFailed };
export type UploadFailed = NonNullable<UploadState['failure']>;

/** A pasted text is uploaded as a file. */
function fileOf({ method, file, text, displayName }: UploadDraft): File | null {
  if (method === 'text') return new File([text], `${displayName.trim()}.txt`, { type: 'text/plain' });
  return method === 'file' ? file : null;
}

const IDLE: UploadState = {
  stage: 'idle',
  percent: 0,
  estimate: undefined,
  isConnectionLost: false,
  failure: undefined,
};

/** Sends the file, then makes the lesson. A second try does not send a file again that arrived the first time. */
export function useUpload() {
  const [state, setState] = useState(IDLE);
  const controller = useRef<AbortController>(undefined);
  const arrived = useRef<{ file: File; stored: StoredUpload }>(undefined);
  const stage = useRef<UploadStage>('idle');
  const queryClient = useQueryClient();
  useEffect(() => () => controller.current?.abort(), []);

  const show = (next: Partial<UploadState>): void => {
    stage.current = next.stage ?? stage.current;
    setState((before) => ({ ...before, ...next }));
  };

  async function store(file: File, signal: AbortSignal): Promise<StoredUpload> {
    if (arrived.current?.file === file) return arrived.current.stored;
    const kind = recognizeFile(file);
    if (kind === undefined) throw new Error(`${file.name} is of no kind that can be uploaded.`);
    show({ stage: 'uploading', percent: 0 });
    const stored = await sendAndTell(kind, file, signal, (next) => show(next));
    arrived.current = { file, stored };
    return stored;
  }

  async function run(draft: UploadDraft, courseId: number, signal: AbortSignal): Promise<Lesson> {
    if (!hasApiKey()) throw new UploadFailure({ name: 'noApiKey' });
    const file = fileOf(draft);
    const stored =
      file !== null
        ? await store(file, signal)
        : { url: completeAddress(draft.url), documentSourceId: undefined };
    show({ stage: 'creating', percent: 100, estimate: undefined });
    return createLesson(
      {
        title: draft.displayName.trim(),
        file: stored.url,
        type: draft.contentType,
        audio_transcript: '',
        summary: '',
        course: courseId,
        ...(stored.documentSourceId === undefined ? {} : { document_source_id: stored.documentSourceId }),
      },
      signal,
    );
  }

  /** Returns the lesson, or why there is none, which `state` says too. */
  async function start(draft: UploadDraft, courseId: number): Promise<UploadOutcome> {
    const own = new AbortController();
    controller.current = own;
    show({ ...IDLE, stage: draft.method === 'url' ? 'creating' : 'uploading' });
    try {
      const lesson = await run(draft, courseId, own.signal);
      for (const queryKey of [queryKeys.courses, queryKeys.lessonsOfCourse(courseId), queryKeys.dashboard]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      show(IDLE);
      return { lesson };
    } catch (error) {
      const failure = explain(error, own.signal, stage.current);
      show({ ...IDLE, failure });
      // The uploaded file may have been removed from the store, so the next attempt sends it again.
      if (error instanceof UploadFailure && isFileGone(error.reason)) arrived.current = undefined;
      return { failure };
    }
  }

  return {
    state,
    start,
    /** As of now, where `state` is as of the last drawing. */
    isUnderWay: () => stage.current !== 'idle',
    cancel: () => controller.current?.abort(),
    forgetFailure: () => show({ failure: undefined }),
  };
}

const isFileGone = (reason: UploadFailureReason): boolean =>
  reason.name === 'lesson' && reason.body.includes('"not_found"');

function explain(error: unknown, signal: AbortSignal, stage: UploadStage): UploadFailed {
  if (signal.aborted) return { name: stage === 'creating' ? 'cancelledLate' : 'cancelled' };
  if (error instanceof UploadFailure) return error.reason;
  if (error instanceof UnreachableError) return { name: 'network' };
  throw error;
}

async function sendAndTell(
  kind: FileKind,
  file: File,
  signal: AbortSignal,
  show: (next: Partial<UploadState>) => void,
): Promise<StoredUpload> {
  let samples: TransferSample[] = [];
  const reply = await sendFile(kind, file, {
    signal,
    onConnection: (isLost) => {
      // What was sent before says nothing of the speed after.
      samples = [];
      show({ isConnectionLost: isLost, ...(isLost ? { estimate: undefined } : {}) });
    },
    onProgress: (sentBytes, totalBytes) => {
      samples = addSample(samples, { atMilliseconds: performance.now(), sentBytes });
      show({
        // What has left is on its way; what the service makes of it comes after.
        stage: sentBytes < totalBytes ? 'uploading' : 'processing',
        percent: totalBytes > 0 ? Math.floor((sentBytes * 100) / totalBytes) : 0,
        estimate: sentBytes < totalBytes ? estimateTransfer(samples, totalBytes) : undefined,
      });
    },
  });
  return readUploadReply(kind, reply);
}
