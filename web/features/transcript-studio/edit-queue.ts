import { MOST_EDITS_AT_ONCE, MOST_STEPS } from '#contract/transcript-editing/edit-limits.ts';
import { ApiError, UnreachableError } from '#web/api-client/api-error.ts';
import { removeStored } from '#web/api-client/browser-storage.ts';
import { holdPlace, keepEdits, placeInBrowser, type PendingEdit } from './kept-edits.ts';

export type SavingState =
  | { readonly kind: 'saved' | 'saving' }
  /** Something else was edited since: nothing is sent until the newer version is loaded. */
  | { readonly kind: 'conflict' }
  /** The server cannot be reached now: it is tried again. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface EditQueue {
  /**
   * Keeps an edit in the browser and sends it soon.
   * @param typing of the line that is being typed: until it is sent, the next edit of the same takes its place
   */
  add(edit: PendingEdit, typing?: string): void;
  readonly state: SavingState;
  readonly count: number;
  readonly version: number;
  readonly pending: readonly PendingEdit[];
  /** Sends now what waits. Resolves when nothing waits any more, or nothing more can be sent. */
  readonly flush: () => Promise<void>;
  /** What was not sent stays in the browser. */
  readonly close: () => void;
  /** Closes it, and forgets what was not sent. */
  readonly discard: () => void;
}

/** Sends the edits, of which the first changes `baseVersion`. Returns the version that the last one made. */
export type SendEdits = (baseVersion: number, edits: readonly PendingEdit[]) => Promise<number>;

const PAUSE_MILLISECONDS = 400;
const FIRST_RETRY_MILLISECONDS = 1_000;
const LONGEST_RETRY_MILLISECONDS = 30_000;

/**
 * Sends edits in their order, one request at a time. Each is kept in the browser until the server has stored it, so a server that
 * is down or a tab that is closed loses none.
 */
export function createEditQueue(
  transcriptionId: string,
  firstVersion: number,
  send: SendEdits,
  onChange: () => void,
): EditQueue {
  const place = placeInBrowser(transcriptionId);
  const leaving = new AbortController();
  holdPlace(place, leaving.signal);
  let version = firstVersion;
  let edits: readonly PendingEdit[] = [];
  let state: SavingState = { kind: 'saved' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMilliseconds = FIRST_RETRY_MILLISECONDS;
  let sending: Promise<void> | undefined;
  /** Of the edits, those that are being sent: they stay as they are. */
  let sentCount = 0;
  let lastTyping: string | undefined;

  const change = (next: SavingState): void => {
    state = next;
    onChange();
  };
  const schedule = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  };

  async function sendOnce(): Promise<void> {
    const batch = takeBatch(edits);
    sentCount = batch.length;
    change({ kind: 'saving' });
    try {
      version = await send(version, batch);
      edits = edits.slice(batch.length);
      sentCount = 0;
      keepEdits(place, { baseVersion: version, edits });
      retryMilliseconds = FIRST_RETRY_MILLISECONDS;
      change({ kind: edits.length === 0 ? 'saved' : 'saving' });
    } catch (error) {
      change(stateOf(error));
      if (state.kind !== 'waiting' || leaving.signal.aborted) return;
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      schedule(Math.max(asked, retryMilliseconds));
      retryMilliseconds = Math.min(LONGEST_RETRY_MILLISECONDS, retryMilliseconds * 2);
    }
  }

  async function sendAll(): Promise<void> {
    do await sendOnce();
    while (edits.length > 0 && state.kind === 'saving');
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (edits.length === 0 || state.kind === 'conflict') return;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    await sending;
  }

  const isReachable = (): void => {
    if (state.kind === 'waiting') schedule(0);
  };
  window.addEventListener('online', isReachable, { signal: leaving.signal });

  const close = (): void => {
    clearTimeout(timer);
    leaving.abort();
  };
  return {
    add(edit, typing) {
      const last = edits.at(-1);
      const replaces =
        typing !== undefined && typing === lastTyping && last !== undefined && edits.length > sentCount;
      edits = replaces ? [...edits.slice(0, -1), { ...edit, inverse: last.inverse }] : [...edits, edit];
      lastTyping = typing;
      keepEdits(place, { baseVersion: version, edits });
      if (state.kind === 'saved') change({ kind: 'saving' });
      if (state.kind !== 'conflict' && sending === undefined) schedule(PAUSE_MILLISECONDS);
    },
    get state() {
      return state;
    },
    get count() {
      return edits.length;
    },
    get version() {
      return version;
    },
    get pending() {
      return edits;
    },
    flush,
    close,
    discard() {
      close();
      removeStored(place);
    },
  };
}

/** As many as one request takes. */
export function takeBatch(edits: readonly PendingEdit[]): PendingEdit[] {
  const batch: PendingEdit[] = [];
  let steps = 0;
  for (const edit of edits) {
    steps += edit.steps.length;
    if (batch.length > 0 && (steps > MOST_STEPS || batch.length === MOST_EDITS_AT_ONCE)) break;
    // Only a few edits of one request may move lines in time, each of which goes over all of them.
    if (batch.length > 0 && edit.steps.some(({ kind }) => kind === 'shift')) break;
    batch.push(edit);
  }
  return batch;
}

function stateOf(error: unknown): SavingState {
  if (error instanceof UnreachableError) return { kind: 'waiting' };
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  if (error.problem.code === 'conflict') return { kind: 'conflict' };
  return error.status >= 500 || error.status === 429 ? { kind: 'waiting' } : { kind: 'failed', error };
}
