import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../../../problem-error.ts';

/**
 * The bytes of a request as they come. Ends with the reason of `stop` when that aborts, and then hangs up: the other end
 * may not be there any more.
 * @throws {ProblemError} client_disconnected when the connection breaks.
 */
export async function* readBody(request: IncomingMessage, stop: AbortSignal): AsyncGenerator<Buffer> {
  stop.throwIfAborted();
  const hangUp = (): void => {
    request.destroy(stop.reason as Error);
  };
  stop.addEventListener('abort', hangUp, { once: true });
  try {
    // Left open when the reader has had enough, so that the client gets to read why.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    throw new ProblemError('client_disconnected', 'The upload broke off.', { cause: error });
  } finally {
    stop.removeEventListener('abort', hangUp);
  }
}
