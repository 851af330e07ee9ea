import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Lesson } from '../../../contract/lessons.ts';
import { UnreachableError } from '../../api-client/api-error.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { hasApiKey } from '../../api-client/session.ts';
import type { UploadDraft } from './check-upload.ts';
import { recognizeFile, type FileKind } from './content-kind.ts';
import { createLesson } from './create-lesson.ts';
import { sendFile } from './send-file.ts';
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

export type UploadStage = 'idle' | 'uploading' | 'processing' | 'creating';

export interface UploadState {
  stage: UploadStage;
  /** 0 to 100, of the bytes of the file. */
  percent: number;
  estimate: TransferEstimate | undefined;
  /** It goes on by itself when the connection is back. */
  isConnectionLost: boolean;
  failure: UploadFailureReason | { name: 'cancelled' | 'cancelledLate' } | undefined;
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
    const stored =
      draft.method === 'file' && draft.file !== null
        ? await store(draft.file, signal)
        : { url: draft.url.trim(), docsourceId: undefined };
    show({ stage: 'creating', percent: 100, estimate: undefined });
    return createLesson(
      {
        title: draft.displayName.trim(),
        file: stored.url,
        type: draft.contentType,
        audio_transcript: '',
        summary: '',
        course: courseId,
        ...(stored.docsourceId === undefined ? {} : { docsource_id: stored.docsourceId }),
      },
      signal,
    );
  }

  /** Answers the lesson, or undefined when it failed or was cancelled, which `state.failure` tells. */
  async function start(draft: UploadDraft, courseId: number): Promise<Lesson | undefined> {
    const own = new AbortController();
    controller.current = own;
    show({ ...IDLE, stage: draft.method === 'file' ? 'uploading' : 'creating' });
    try {
      const lesson = await run(draft, courseId, own.signal);
      for (const queryKey of [queryKeys.courses, queryKeys.lessonsOfCourse(courseId), queryKeys.dashboard]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      show(IDLE);
      return lesson;
    } catch (error) {
      show({ ...IDLE, failure: explain(error, own.signal, stage.current) });
      // What the lesson could not be made of may be gone from the store: the next try sends it again.
      if (error instanceof UploadFailure && isFileGone(error.reason)) arrived.current = undefined;
      return undefined;
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

function explain(error: unknown, signal: AbortSignal, stage: UploadStage): UploadState['failure'] {
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
