import type { QueueStanding } from '../jobs/job-queue.ts';

/** How a job ended: done, refused for a reason that stays, failed and tried again, given up, or broken off by a stop. */
export type JobOutcome = 'done' | 'refused' | 'failed' | 'dead' | 'broken_off';

export interface PoolUse {
  readonly total: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** Values that are read only when the metrics are requested. */
export interface MetricSources {
  readonly readPoolUse: () => PoolUse;
  readonly listQueues: () => Promise<readonly QueueStanding[]>;
  /** Of the disk of the data directory. */
  readonly readFreeBytes: () => Promise<number>;
}

/** Port: counts what a process does. Labels come from closed lists only, never from what a client sends. */
export interface Metrics {
  requestBegan(): void;
  /** @param request.route the route's pattern. @param request.status such as `2xx`; `aborted` when the client left. */
  requestEnded(request: { method: string; route: string; status: string; seconds: number }): void;
  /** A request was turned away; `reason` such as `overload`. */
  requestShed(reason: string): void;
  streamOpened(): void;
  streamClosed(): void;
  uploadReceived(bytes: number): void;
  storeFailed(operation: string): void;
  jobEnded(job: { queue: string; outcome: JobOutcome; seconds: number }): void;
  audioRecognized(seconds: number): void;
  questionsMade(count: number): void;
  /** Reads these whenever the metrics are read, from now on. */
  watch(sources: MetricSources): void;
  /** Everything so far in the text format of Prometheus; undefined where nothing is counted. */
  expose(): Promise<{ contentType: string; body: string } | undefined>;
}

const nothing = (): void => undefined;

/** Counts nothing, at no cost. */
export const noMetrics: Metrics = {
  requestBegan: nothing,
  requestEnded: nothing,
  requestShed: nothing,
  streamOpened: nothing,
  streamClosed: nothing,
  uploadReceived: nothing,
  storeFailed: nothing,
  jobEnded: nothing,
  audioRecognized: nothing,
  questionsMade: nothing,
  watch: nothing,
  expose: () => Promise.resolve(undefined),
};
