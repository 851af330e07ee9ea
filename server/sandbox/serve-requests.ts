import { childPriority, lowerPriority } from '../platform/lower-priority.ts';
import type { FromChild, ToChild } from './child-messages.ts';

export interface RunContext {
  /** Aborts when no one waits for the batch any more. Ignoring it only wastes time. */
  readonly signal: AbortSignal;
  /** Sends part of a result before the whole is ready. */
  readonly sendPiece: (piece: unknown) => void;
}

/** Runs a batch: one result per request, in the same order. */
export type RunRequests<Request, Result> = (
  requests: readonly Request[],
  context: RunContext,
) => Promise<Result[]>;

/** Loads what the process needs and returns how it runs a batch. */
export type LoadRunner<Settings, Request, Result> = (
  settings: Settings,
) => Promise<RunRequests<Request, Result>>;

/**
 * The child's side of a {@link createChildPool}: loads once, for example a model, then answers batches one after
 * another. The process exits when its parent does, even if the parent was killed.
 * @param options.isInteractive keeps the priority of the parent, because a user waits for the result.
 * @param options.endsOnError exits the process after a failed run, because its loaded state may be broken.
 */
export function serveRequests<Settings, Request, Result>(
  load: LoadRunner<Settings, Request, Result>,
  options: { readonly isInteractive?: boolean; readonly endsOnError?: boolean } = {},
): void {
  // Before any session exists: threads started later inherit the priority on Linux.
  if (options.isInteractive !== true) lowerPriority(childPriority());
  let run: RunRequests<Request, Result> | undefined;
  let running = new AbortController();
  const sendPiece = (piece: unknown): void => {
    process.send?.({ type: 'piece', piece } satisfies FromChild<Result>);
  };

  async function answer(
    message: Exclude<ToChild<Settings, Request>, { readonly type: 'cancel' }>,
  ): Promise<FromChild<Result>> {
    try {
      if (message.type === 'load') {
        run = await load(message.settings);
        return { type: 'loaded' };
      }
      if (!run) throw new Error('The process was asked to run before it had loaded.');
      running = new AbortController();
      const { signal } = running;
      return { type: 'results', results: await run(message.requests, { signal, sendPiece }) };
    } catch (error) {
      if (options.endsOnError === true && message.type === 'run') throw error;
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  process.on('message', (message: ToChild<Settings, Request>) => {
    if (message.type === 'cancel') running.abort(new Error('The request was cancelled.'));
    else void answer(message).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit(0));
  // A Ctrl-C at the terminal reaches every process; the worker ends this one in its turn.
  process.on('SIGINT', () => undefined);
}
