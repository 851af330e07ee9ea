import { systemClock, type Clock } from '../clock.ts';
import { FileStoreUnavailableError } from './file-store.ts';

/** For a call that sends and receives little. */
export const SHORT_CALL_MILLISECONDS = 30_000;
/** For a call that sends a part of a file. */
export const PART_CALL_MILLISECONDS = 5 * 60_000;

export interface StoreRequest<Answer> {
  readonly call: (signal: AbortSignal) => Promise<Answer>;
  /** What the store's error means, such as a missing file; undefined for all that makes it unavailable. */
  readonly explain?: (error: unknown) => Error | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Until the answer begins, with all its retries. */
  readonly limitMilliseconds?: number;
  readonly clock?: Clock;
}

/**
 * One call of a remote store.
 * @throws the signal's reason when it aborted; what `explain` made of an error; else {@link FileStoreUnavailableError}.
 */
export async function requestStore<Answer>(request: StoreRequest<Answer>): Promise<Answer> {
  const { call, explain, signal, limitMilliseconds = SHORT_CALL_MILLISECONDS, clock = systemClock } = request;
  const limit = new AbortController();
  const cancelLimit = clock.after(limitMilliseconds, () => limit.abort());
  try {
    return await call(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    signal?.throwIfAborted();
    throw explain?.(error) ?? unavailable(error, limit.signal.aborted ? limitMilliseconds : undefined);
  } finally {
    cancelLimit();
  }
}

function unavailable(error: unknown, afterMilliseconds?: number): FileStoreUnavailableError {
  if (error instanceof FileStoreUnavailableError) return error;
  const said = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'no reason';
  const message =
    afterMilliseconds === undefined
      ? `The file store failed or refused: ${said}`
      : `The file store gave no answer within ${afterMilliseconds / 1000} s.`;
  return new FileStoreUnavailableError(message, { cause: error });
}
