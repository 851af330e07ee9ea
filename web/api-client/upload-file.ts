import { UnreachableError } from './api-error.ts';
import { renewSession } from './wait-for-sign-in.ts';
import { getApiKey } from './session.ts';
import { MOST_REFUSALS, pauseOf } from './upload-retries.ts';
import { wait } from './wait.ts';

export interface UploadReply {
  status: number;
  /** The reason phrase; empty over HTTP/2, which has none. */
  statusText: string;
  /** The body as it came. */
  text: string;
  /** The delay that the service requested with Retry-After. */
  retryAfter?: string | null;
}

export interface UploadFileOptions {
  signal: AbortSignal;
  /** Called as bytes leave; `sentBytes` counts the form around the file too, and so does `totalBytes`. */
  onProgress: (sentBytes: number, totalBytes: number) => void;
}

/**
 * Posts a file as the part `file` of a form, and returns the service's response. Retries when the service is busy, and once the user
 * has signed in again.
 *
 * @throws UnreachableError if there was no response; the signal's reason when it aborted.
 */
export async function uploadFile(url: string, file: File, options: UploadFileOptions): Promise<UploadReply> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await postFile(url, file, options);
    const isBusy = reply.status === 429;
    if ((!isBusy && reply.status !== 401) || attempt === MOST_REFUSALS) return reply;
    if (!isBusy) await renewSession(options.signal);
    await wait(pauseOf(attempt, reply.retryAfter ?? null) ?? 0, options.signal);
  }
}

/**
 * Posts the file once. XMLHttpRequest is used since
 * `fetch` reports no upload progress.
 *
 * @throws UnreachableError if there was no response; the signal's reason when it aborted.
 */
function postFile(url: string, file: File, options: UploadFileOptions): Promise<UploadReply> {
  const { signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const stop = (): void => call.abort();
    const fail = (): void => reject(new UnreachableError(undefined));
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    call.addEventListener('load', () =>
      resolve({
        status: call.status,
        statusText: call.statusText,
        text: call.responseText,
        retryAfter: call.getResponseHeader('retry-after'),
      }),
    );
    call.addEventListener('error', fail);
    call.addEventListener('timeout', fail);
    call.addEventListener('abort', () => reject(signal.reason as Error));
    call.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    call.open('POST', url);
    call.setRequestHeader('api-key', getApiKey());
    call.setRequestHeader('accept', 'application/json');
    const form = new FormData();
    form.append('file', file);
    call.send(form);
  });
}
