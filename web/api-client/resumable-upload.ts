import type { DetailedError, HttpRequest, Upload } from 'tus-js-client';
import { UnreachableError } from './api-error.ts';
import { finishUpload } from './finish-upload.ts';
import { renewSession } from './wait-for-sign-in.ts';
import { getApiKey, getSession } from './session.ts';
import { settings } from './settings.ts';
import type { UploadFileOptions, UploadReply } from './upload-file.ts';
import { fingerprintOf, uploadMemory } from './upload-memory.ts';
import { wait } from './wait.ts';
import { isFinal, isOutage, isOver, MOST_REFUSALS, pauseOf, RETRY_MILLISECONDS } from './upload-retries.ts';

/** Each request carries so much: proxies between here and there keep a request's body in memory or refuse large ones. */
const PIECE_BYTES = 32 * 1024 ** 2;

export interface ResumableUploadOptions extends UploadFileOptions {
  purpose: 'video' | 'document';
  /** Called when the connection is lost, and when it is back. */
  onConnection: (isLost: boolean) => void;
}

/** The service knows no resumable uploads: it is not Lectern's own. */
export class NotResumableError extends Error {
  override readonly name = 'NotResumableError';
}

/**
 * Sends a file in pieces (tus 1.0) and returns the final answer of the service, or its refusal. If the connection breaks,
 * it retries for a long time; if the user chooses the same file again, even after a reload, the upload resumes where it
 * stopped. Aborting deletes what has arrived.
 *
 * @throws NotResumableError; UnreachableError when the service stayed away; the signal's reason when it aborted.
 */
export async function uploadResumably(file: File, options: ResumableUploadOptions): Promise<UploadReply> {
  const endpoint = new URL(`${settings.aiServiceBaseUrl}/uploads/`, window.location.href).href;
  const fingerprint = fingerprintOf(file, getSession().instructorId, endpoint);
  const sent = await sendPieces(file, endpoint, fingerprint, options);
  if (typeof sent !== 'string') return sent;
  options.onProgress(file.size, file.size);
  const reply = await finishUpload(sent, options);
  // What was refused at the end is not kept by the service either.
  if (isOver(reply.status)) await uploadMemory.removeUpload(fingerprint);
  return reply;
}

/** Returns the upload's address once it is complete, or the refusal of the service. */
async function sendPieces(
  file: File,
  endpoint: string,
  fingerprint: string,
  { purpose, signal, onProgress, onConnection }: ResumableUploadOptions,
): Promise<string | UploadReply> {
  const tus = await import('tus-js-client');
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string | UploadReply>();
  let isWaiting = false;
  /** The status of the latest request; 0 without a response. */
  let lastStatus = 0;
  let isRefused = false;
  let refusals = 0;
  let notBefore = 0;
  const showOutage = (waits: boolean): void => {
    if (isWaiting !== waits) onConnection(waits);
    isWaiting = waits;
  };
  const upload = new tus.Upload(file, {
    endpoint,
    chunkSize: PIECE_BYTES,
    metadata: { filename: file.name, purpose },
    fingerprint: () => Promise.resolve(fingerprint),
    urlStorage: uploadMemory,
    retryDelays: [...RETRY_MILLISECONDS],
    onBeforeRequest: async (request) => {
      if (isRefused) await renewSession(signal);
      const pause = notBefore - Date.now();
      if (pause > 0) await wait(pause, signal);
      // Reset until this request is answered.
      lastStatus = 0;
      request.setHeader('api-key', getApiKey());
    },
    onAfterResponse: (request, response) => {
      lastStatus = response.getStatus();
      isRefused = lastStatus === 401;
      refusals = isRefused ? refusals + 1 : 0;
      const pause = lastStatus === 429 ? pauseOf(0, response.getHeader('retry-after') ?? null) : undefined;
      notBefore = Date.now() + (pause ?? 0);
      keepPlace(request, lastStatus);
    },
    onShouldRetry: ({ originalResponse }) => {
      const status = originalResponse?.getStatus() ?? lastStatus;
      if (signal.aborted || isFinal(status) || refusals >= MOST_REFUSALS) return false;
      if (isOutage(status)) showOutage(true);
      return true;
    },
    onProgress: (sentBytes, totalBytes) => {
      showOutage(false);
      onProgress(sentBytes, totalBytes);
    },
    onError: (error) => {
      try {
        resolve(readRefusal(error));
      } catch (failure) {
        reject(failure);
      }
    },
    onSuccess: () => resolve(upload.url ?? endpoint),
  });
  const stop = (): void => {
    reject(signal.reason as Error);
    // Should the service not hear of it: what it has expires within a day.
    upload.abort(true).catch(() => undefined);
  };
  const goOn = (): void => {
    if (isWaiting) void restart(upload);
  };
  signal.addEventListener('abort', stop, { once: true });
  window.addEventListener('online', goOn);
  try {
    const [earlier] = await upload.findPreviousUploads();
    if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
    upload.start();
    return await promise;
  } finally {
    showOutage(false);
    signal.removeEventListener('abort', stop);
    window.removeEventListener('online', goOn);
  }
}

/** Instead of waiting for the next attempt's time to come. */
async function restart(upload: Upload): Promise<void> {
  await upload.abort();
  upload.start();
}

/**
 * tus-js-client starts over whenever it does not get the offset of an upload. A service that is briefly busy or unreachable
 * is not a reason to, so this throws, which counts as a failed attempt.
 */
function keepPlace(request: HttpRequest, status: number): void {
  // tus retries by itself after 423.
  if (request.getMethod() === 'HEAD' && status !== 423 && !isFinal(status))
    throw new Error(`It answered ${status}.`);
}

function readRefusal(error: Error | DetailedError): UploadReply {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response === null || !('originalRequest' in error)) throw new UnreachableError(error);
  const status = response.getStatus();
  if (error.originalRequest.getMethod() === 'POST' && [404, 405, 501].includes(status)) {
    throw new NotResumableError('The service does not know resumable uploads.', { cause: error });
  }
  return { status, statusText: '', text: response.getBody() };
}
