import { childPriority, lowerPriority } from '#server/lower-priority.ts';
import type { FromModelProcess, ToModelProcess } from './model-process-protocol.ts';

export interface RunContext {
  /** Aborts when no one waits for the batch any more. A model that ignores it wastes time, and nothing else. */
  readonly signal: AbortSignal;
  /** Sends part of a result before the whole is ready. */
  readonly sendPiece: (piece: unknown) => void;
}

/** Runs a batch: one result a request, in their order. */
export type RunModel<Request, Result> = (
  requests: readonly Request[],
  context: RunContext,
) => Promise<Result[]>;

/** Loads the model and says how to run it. */
export type LoadModel<Settings, Request, Result> = (settings: Settings) => Promise<RunModel<Request, Result>>;

/**
 * The child's side of a {@link createModelProcessPool}: loads a model once, then answers batches one after
 * another. The process ends when its parent goes away, however the parent died.
 * @param options.isInteractive somebody waits for it: it keeps the priority of its parent.
 */
export function serveModel<Settings, Request, Result>(
  load: LoadModel<Settings, Request, Result>,
  options: { readonly isInteractive?: boolean } = {},
): void {
  // Before any session exists: threads started later inherit the priority on Linux.
  if (options.isInteractive !== true) lowerPriority(childPriority());
  let run: RunModel<Request, Result> | undefined;
  let running = new AbortController();
  const sendPiece = (piece: unknown): void => {
    process.send?.({ type: 'piece', piece } satisfies FromModelProcess<Result>);
  };

  async function answer(
    message: Exclude<ToModelProcess<Settings, Request>, { readonly type: 'cancel' }>,
  ): Promise<FromModelProcess<Result>> {
    try {
      if (message.type === 'load') {
        run = await load(message.settings);
        return { type: 'loaded' };
      }
      if (!run) throw new Error('The model process was asked to run before its model was loaded.');
      running = new AbortController();
      const { signal } = running;
      return { type: 'results', results: await run(message.requests, { signal, sendPiece }) };
    } catch (error) {
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  process.on('message', (message: ToModelProcess<Settings, Request>) => {
    if (message.type === 'cancel') running.abort(new Error('The request was cancelled.'));
    else void answer(message).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit(0));
  // A Ctrl-C at the terminal reaches every process; the worker ends this one in its turn.
  process.on('SIGINT', () => undefined);
}
