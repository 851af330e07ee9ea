import { systemClock, type Clock } from '../platform/clock.ts';
import {
  ChildCrashedError,
  ChildFailedError,
  startPooledChild,
  type ChildOptions,
  type PooledChild,
  type RunListener,
} from './pooled-child.ts';

export interface ChildPool<Request, Result> {
  /**
   * Queues one request. Aborting removes it from the queue; if it is already running, the caller stops waiting and the pool
   * asks the child to stop. If the process dies, the request is retried in a new one.
   * @param listener a retried request starts over, and so do its pieces.
   * @throws {ChildCrashedError} if the new process dies too.
   * @throws what `checkBeforeStart` throws, if the request needs a new process.
   * @throws {ChildFailedError} if the child cannot load or the run fails; the other requests of a failed batch run again, one
   * at a time; also when the pool is closed.
   */
  call(request: Request, signal?: AbortSignal, listener?: RunListener): Promise<Result>;
  /** Starts a process before the first request. */
  warm(): Promise<void>;
  /** Ends every process and resolves when all are gone; calls that have no answer yet are rejected. */
  close(): Promise<void>;
}

export interface ChildPoolOptions<Settings> extends ChildOptions {
  readonly settings: Settings;
  readonly processes: number;
  /** Processes end after this long without a call, to give the memory back. */
  readonly idleShutdownSeconds?: number;
  readonly maximumBatch?: number;
  /** How many attempts a request whose process dies gets. Default: 2. */
  readonly attempts?: number;
  /** Resident memory at which a process is replaced between two calls. */
  readonly renewAtBytes?: number;
  readonly clock?: Clock | undefined;
  /** Throws when no process may be started now, such as when memory is short. */
  readonly checkBeforeStart?: () => void;
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
 * A pool of child processes that each answer one batch of requests at a time. Models run here and never in the caller's
 * process, because onnxruntime-node computes on the calling thread; uploads are parsed here, confined.
 */
export function createChildPool<Settings, Request, Result>(
  options: ChildPoolOptions<Settings>,
): ChildPool<Request, Result> {
  const queue: Job<Request, Result>[] = [];
  const idle: PooledChild<Request, Result>[] = [];
  const busy = new Set<PooledChild<Request, Result>>();
  /** Killed, but perhaps not gone yet. */
  const ending = new Set<Promise<unknown>>();
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
      if (joins) {
        batch.push(candidate);
        queue.splice(index, 1);
      } else index += 1;
    }
    return batch;
  }

  function takeProcess(): PooledChild<Request, Result> | undefined {
    for (let ready = idle.pop(); ready; ready = idle.pop()) {
      if (ready.isAlive()) return ready;
      end(ready);
    }
    if (busy.size >= options.processes) return undefined;
    options.checkBeforeStart?.();
    return startPooledChild<Request, Result>(options, clock);
  }

  function end(worker: PooledChild<Request, Result>): void {
    const gone = worker.kill();
    ending.add(gone);
    void gone.then(() => ending.delete(gone));
  }

  async function runBatch(
    worker: PooledChild<Request, Result>,
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
        error instanceof ChildCrashedError ||
        // One request may have failed the whole batch. A child that cannot load fails every time.
        (error instanceof ChildFailedError && batch.length > 1 && worker.isAlive());
      for (const job of batch.toReversed()) {
        job.attempts += 1;
        if (isWorthwhile && job.attempts < (options.attempts ?? 2) && !closed && !job.cancelled)
          queue.unshift(job);
        else job.reject(closed ? shutDown() : error);
      }
    } finally {
      for (const job of batch) job.stop = undefined;
      const { renewAtBytes } = options;
      const isWorn = renewAtBytes !== undefined && ((await worker.findResidentBytes()) ?? 0) > renewAtBytes;
      busy.delete(worker);
      if (worker.isAlive() && !isWorn && !closed) {
        worker.setBusy(false);
        idle.push(worker);
      } else end(worker);
    }
    dispatch();
  }

  function dispatch(): void {
    cancelIdleEnd?.();
    while (queue.length > 0 && !closed) {
      let worker: PooledChild<Request, Result> | undefined;
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
          reject(signal?.aborted ? abortReason(signal) : shutDown());
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
    async warm() {
      if (closed || idle.length + busy.size > 0) return;
      const worker = takeProcess();
      if (!worker) return;
      idle.push(worker);
      try {
        await worker.ready;
      } finally {
        worker.setBusy(busy.has(worker));
        dispatch();
      }
    },
    async close() {
      closed = true;
      cancelIdleEnd?.();
      endIdleProcesses();
      for (const worker of busy) end(worker);
      for (const job of queue.splice(0)) job.reject(shutDown());
      await Promise.all(ending);
    },
  };
}

/** No crash, which would say something about the request. */
const shutDown = (): ChildFailedError => new ChildFailedError('The processes were shut down.');

function abortReason(signal: AbortSignal): Error {
  return asError(signal.reason);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
