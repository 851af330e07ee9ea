import { UnreachableError } from './api-error.ts';

export interface UploadReply {
  status: number;
  /** The reason phrase; empty over HTTP/2, which has none. */
  statusText: string;
  /** The body as it came. */
  text: string;
}

export interface UploadFileOptions {
  apiKey: string;
  signal: AbortSignal;
  /** Called as bytes leave; `sentBytes` counts the form around the file too, and so does `totalBytes`. */
  onProgress: (sentBytes: number, totalBytes: number) => void;
}

/**
 * Posts a file as the part `file` of a form, and answers whatever the service answered. XMLHttpRequest is used since
 * `fetch` reports no upload progress.
 *
 * @throws UnreachableError when no answer came; the signal's reason when it aborted.
 */
export function uploadFile(url: string, file: File, options: UploadFileOptions): Promise<UploadReply> {
  const { apiKey, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const stop = (): void => call.abort();
    const fail = (): void => reject(new UnreachableError(undefined));
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    call.addEventListener('load', () =>
      resolve({ status: call.status, statusText: call.statusText, text: call.responseText }),
    );
    call.addEventListener('error', fail);
    call.addEventListener('timeout', fail);
    call.addEventListener('abort', () => reject(signal.reason as Error));
    call.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    call.open('POST', url);
    call.setRequestHeader('api-key', apiKey);
    call.setRequestHeader('accept', 'application/json');
    const form = new FormData();
    form.append('file', file);
    call.send(form);
  });
}
