import { UnreachableError } from './api-error.ts';
import { renewSession } from './wait-for-sign-in.ts';
import { getApiKey } from './session.ts';
import type { UploadReply } from './upload-file.ts';
import { wait } from './wait.ts';
import { isFinal, isOutage, MOST_REFUSALS, pauseOf } from './upload-retries.ts';

/**
 * Completes an upload and returns the service's answer. Retries while the answer may change: after an outage, after the delay that
 * the service requests, and when the user has signed in again.
 *
 * @throws UnreachableError when the service stays unreachable; the signal's reason when it aborted.
 */
export async function finishUpload(
  url: string,
  { signal, onConnection }: { signal: AbortSignal; onConnection: (isLost: boolean) => void },
): Promise<UploadReply> {
  let refusals = 0;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask(url, signal);
    if (answer?.status === 401) refusals += 1;
    const pause = refusals < MOST_REFUSALS ? pauseOf(attempt, answer?.retryAfter ?? null) : undefined;
    if (answer !== undefined && (isFinal(answer.status) || pause === undefined)) {
      onConnection(false);
      return answer;
    }
    if (pause === undefined) throw new UnreachableError(undefined);
    onConnection(answer === undefined || isOutage(answer.status));
    if (answer?.status === 401) await renewSession(signal);
    await wait(pause, signal);
  }
}

/** Undefined if there was no response. */
async function ask(url: string, signal: AbortSignal): Promise<UploadReply | undefined> {
  signal.throwIfAborted();
  try {
    const response = await fetch(new URL('finish/', url), {
      method: 'POST',
      headers: { accept: 'application/json', 'api-key': getApiKey() },
      signal,
    });
    return {
      status: response.status,
      statusText: response.statusText,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
