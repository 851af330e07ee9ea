import { systemClock, type Clock } from '#server/clock.ts';
import type { findResidentBytes } from '#server/process-memory.ts';
import {
  ModelProcessCrashedError,
  ModelProcessFailedError,
  startModelProcess,
  type ModelPermissions,
  type ModelProcess,
  type RunListener,
  type StartChild,
} from './model-process.ts';

export interface ModelProcessPool<Request, Result> {
  /**
   * Queues one request. Aborting drops it from the queue; if it already runs, the caller stops waiting and the child is
   * asked to stop.
   * A request whose process dies is tried once more in a new process.
   * @param listener a request that is retried starts again, and so do its pieces.
   * @throws {ModelProcessCrashedError} when that one dies too.
   * @throws what `checkBeforeStart` throws, when the request needs a new process.
   * @throws {ModelProcessFailedError} when the model cannot be loaded or the run fails; the others of a batch that
   * fails are run again by themselves.
   */
  call(request: Request, signal?: AbortSignal, listener?: RunListener): Promise<Result>;
  /** Ends every process and resolves when all are gone; calls that have no answer yet are rejected. */
  close(): Promise<void>;
}

export interface ModelProcessPoolOptions<Settings, Request> {
  /** A module that calls `serveModel`. */
  readonly childModule: URL;
  readonly settings: Settings;
  readonly processes: number;
  /** Of the processes, which get nothing of this one's. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Longest time of one batch, loading not counted. */
  readonly timeoutSeconds?: number;
  readonly loadTimeoutSeconds?: number;
  /** Processes end after this long without a call, to give the memory back. */
  readonly idleShutdownSeconds?: number;
  readonly maximumBatch?: number;
  /** For JavaScript objects of each process. */
  readonly maximumHeapMegabytes?: number;
  /** Resident memory of each process, in bytes, at which it is ended. */
  readonly memoryBytes?: number;
  /** Resident memory of a process, in bytes. Tests give their own. */
  readonly readMemory?: typeof findResidentBytes;
  /** What the processes may do. Unset: they are not confined. */
  readonly confined?: ModelPermissions;
  readonly clock?: Clock | undefined;
  readonly startChild?: StartChild;
  /** Throws when no process may be started now, such as when memory is short. */
  readonly checkBeforeStart?: () => void;
  /** Whether `candidate` may run in the same batch as `first`. */
  readonly mayShareBatch?: (first: Request, candidate: Request) => boolean;
}

interface Job<Request, Result> {
  readonly request: Request;
  readonly listener: RunListener;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  attempts: number;
  cancelled: boolean;
  /** Asks the process to stop; set while the job runs. */
  stop?: (() => void) | undefined;
}

/**
 * A pool of child processes that each hold one model. Models run here and never in the caller's process, because
 * onnxruntime-node computes on the calling thread: one run would hold up every timer and connection for a second.
 */
export function createModelProcessPool<Settings, Request, Result>(
  options: ModelProcessPoolOptions<Settings, Request>,
): ModelProcessPool<Request, Result> {
  const queue: Job<Request, Result>[] = [];
  const idle: ModelProcess<Request, Result>[] = [];
  const busy = new Set<ModelProcess<Request, Result>>();
  /** Killed, but perhaps not gone yet. */
  const ending = new Set<Promise<void>>();
  const { clock = systemClock } = options;
  let cancelIdleEnd: (() => void) | undefined;
  let closed = false;

  function takeBatch(): Job<Request, Result>[] {
    const first = queue.shift();
    if (!first) return [];
    const batch = [first];
    for (let index = 0; index < queue.length && batch.length < (options.maximumBatch ?? 1);) {
      const candidate = queue[index];
      // A job whose batch went wrong before runs alone, so that it cannot take others with it again.
      const joins = candidate && first.attempts === 0 && candidate.attempts === 0;
      if (joins && (options.mayShareBatch?.(first.request, candidate.request) ?? true)) {
        batch.push(candidate);
        queue.splice(index, 1);
      } else index += 1;
    }
    return batch;
  }

  function takeProcess(): ModelProcess<Request, Result> | undefined {
    for (let ready = idle.pop(); ready; ready = idle.pop()) {
      if (ready.isAlive()) return ready;
      end(ready);
    }
    if (busy.size >= options.processes) return undefined;
    options.checkBeforeStart?.();
    return startModelProcess<Request, Result>({
      childModule: options.childModule,
      settings: options.settings,
      environment: options.environment ?? {},
      timeoutSeconds: options.timeoutSeconds ?? 120,
      loadTimeoutSeconds: options.loadTimeoutSeconds ?? 120,
      clock,
      maximumHeapMegabytes: options.maximumHeapMegabytes,
      memoryBytes: options.memoryBytes,
      readMemory: options.readMemory,
      confined: options.confined,
      startChild: options.startChild,
    });
  }

  function end(worker: ModelProcess<Request, Result>): void {
    const gone = worker.kill();
    ending.add(gone);
    void gone.then(() => ending.delete(gone));
  }

  async function runBatch(
    worker: ModelProcess<Request, Result>,
    batch: Job<Request, Result>[],
  ): Promise<void> {
    worker.setBusy(true);
    for (const job of batch) {
      // The others of a batch still want their results.
      job.stop = () => {
        if (batch.every(({ cancelled }) => cancelled)) worker.cancel();
      };
    }
    try {
      const results = await worker.run(
        batch.map((job) => job.request),
        {
          onStart: () => {
            for (const job of batch) job.listener.onStart?.();
          },
          onPiece: (piece) => {
            for (const job of batch) job.listener.onPiece?.(piece);
          },
        },
      );
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      const isWorthwhile =
        error instanceof ModelProcessCrashedError ||
        // Of a batch, one may have failed for all. A model that does not load fails every time.
        (error instanceof ModelProcessFailedError && batch.length > 1 && worker.isAlive());
      for (const job of batch.toReversed()) {
        job.attempts += 1;
        if (isWorthwhile && job.attempts < 2 && !closed && !job.cancelled) queue.unshift(job);
        else job.reject(error);
      }
    } finally {
      for (const job of batch) job.stop = undefined;
      busy.delete(worker);
      if (worker.isAlive() && !closed) {
        worker.setBusy(false);
        idle.push(worker);
      } else end(worker);
    }
    dispatch();
  }

  function dispatch(): void {
    cancelIdleEnd?.();
    while (queue.length > 0 && !closed) {
      let worker: ModelProcess<Request, Result> | undefined;
      try {
        worker = takeProcess();
      } catch (error) {
        for (const job of queue.splice(0)) job.reject(error);
        return;
      }
      if (!worker) return;
      busy.add(worker);
      void runBatch(worker, takeBatch());
    }
    if (busy.size === 0 && idle.length > 0) {
      cancelIdleEnd = clock.after((options.idleShutdownSeconds ?? 60) * 1000, endIdleProcesses);
    }
  }

  function endIdleProcesses(): void {
    for (const worker of idle.splice(0)) end(worker);
  }

  return {
    call(request, signal, listener = {}) {
      return new Promise<Result>((resolve, reject) => {
        if (closed || signal?.aborted) {
          reject(
            signal?.aborted
              ? abortReason(signal)
              : new ModelProcessCrashedError('The model processes were shut down.'),
          );
          return;
        }
        const settle = () => signal?.removeEventListener('abort', onAbort);
        const job: Job<Request, Result> = {
          request,
          listener,
          attempts: 0,
          cancelled: false,
          resolve: (result) => {
            settle();
            resolve(result);
          },
          reject: (error) => {
            settle();
            reject(asError(error));
          },
        };
        const onAbort = () => {
          job.cancelled = true;
          const position = queue.indexOf(job);
          if (position >= 0) queue.splice(position, 1);
          job.stop?.();
          if (signal) job.reject(abortReason(signal));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(job);
        // Calls made in the same turn may share a batch.
        queueMicrotask(dispatch);
      });
    },
    async close() {
      closed = true;
      cancelIdleEnd?.();
      endIdleProcesses();
      for (const worker of busy) end(worker);
      for (const job of queue.splice(0))
        job.reject(new ModelProcessCrashedError('The model processes were shut down.'));
      await Promise.all(ending);
    },
  };
}

function abortReason(signal: AbortSignal): Error {
  return asError(signal.reason);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
