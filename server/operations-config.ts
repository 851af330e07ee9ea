import { z } from 'zod';
import { text, wholeNumber } from './setting-schemas.ts';

/** The environment variables of whoever runs Lectern: logs, metrics, stopping and limits. */
export const operationsSettings = {
  LOG_FORMAT: text.pipe(z.enum(['json', 'pretty']).optional()),
  METRICS: text.pipe(z.enum(['on', 'off']).optional()),
  METRICS_TOKEN: text.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 plain characters without spaces')
      .optional(),
  ),
  METRICS_PORT: wholeNumber(undefined, 0, 65_535),
  DRAIN_GRACE_SECONDS: wholeNumber(undefined, 0, 300),
  DRAIN_LIMIT_SECONDS: wholeNumber(15, 1, 3_600),
  OVERLOAD_DELAY_MILLISECONDS: wholeNumber(1_000, 0, 60_000),
  MAX_REQUESTS: wholeNumber(1_000, 1, 100_000),
  MAX_CONNECTIONS: wholeNumber(5_000, 1, 100_000),
  MAX_STREAMS_PER_INSTRUCTOR: wholeNumber(20, 1, 10_000),
  MAX_JOBS_PER_INSTRUCTOR: wholeNumber(200, 1, 1_000_000),
  MAX_RUNNING_JOBS_PER_INSTRUCTOR: wholeNumber(4, 1, 1_000),
  CALLS_PER_SECOND_PER_INSTRUCTOR: wholeNumber(50, 1, 1_000_000),
  WORK_CALLS_PER_HOUR: wholeNumber(1_000, 1, 1_000_000),
};

export interface OperationsConfig {
  /** Unset: sentences at a terminal, JSON lines elsewhere. */
  readonly logFormat: 'json' | 'pretty' | undefined;
  readonly metrics: MetricsConfig;
  readonly drain: DrainConfig;
  readonly limits: LimitsConfig;
}

export interface MetricsConfig {
  readonly isOn: boolean;
  /** Unset: only programs on this machine may read them. */
  readonly token: string | undefined;
  /** Of the worker, which has no other port. Unset: the worker counts nothing. */
  readonly workerPort: number | undefined;
}

export interface DrainConfig {
  /** From the moment that `ready` says no to the moment that nothing more is accepted. Unset: the process decides. */
  readonly graceSeconds: number | undefined;
  /** What is under way then may take this long to end. */
  readonly limitSeconds: number;
}

/** Of one api process, unless it says otherwise. */
export interface LimitsConfig {
  /** Requests are refused while the event loop runs this late; 0: never. */
  readonly overloadDelayMilliseconds: number;
  readonly requests: number;
  readonly requestsPerInstructor: number;
  readonly uploads: number;
  readonly uploadsPerInstructor: number;
  readonly connections: number;
  /** Streams of events that one person may have open. */
  readonly streamsPerInstructor: number;
  /** Calls of one person, on average; bursts may be six times as many. */
  readonly callsPerSecondPerInstructor: number;
  /** Jobs of one person that wait for a worker, over all processes. */
  readonly jobsPerInstructor: number;
  /** Jobs of one kind of one person that run at the same time, over all workers. */
  readonly runningJobsPerInstructor: number;
}

type Settings = z.infer<z.ZodObject<typeof operationsSettings>>;

export const readOperations = (value: Settings): OperationsConfig => ({
  logFormat: value.LOG_FORMAT,
  metrics: {
    isOn: value.METRICS !== 'off',
    token: value.METRICS_TOKEN,
    workerPort: value.METRICS_PORT,
  },
  drain: { graceSeconds: value.DRAIN_GRACE_SECONDS, limitSeconds: value.DRAIN_LIMIT_SECONDS },
  limits: {
    overloadDelayMilliseconds: value.OVERLOAD_DELAY_MILLISECONDS,
    requests: value.MAX_REQUESTS,
    requestsPerInstructor: 50,
    uploads: 64,
    uploadsPerInstructor: 16,
    connections: value.MAX_CONNECTIONS,
    streamsPerInstructor: value.MAX_STREAMS_PER_INSTRUCTOR,
    callsPerSecondPerInstructor: value.CALLS_PER_SECOND_PER_INSTRUCTOR,
    jobsPerInstructor: value.MAX_JOBS_PER_INSTRUCTOR,
    runningJobsPerInstructor: value.MAX_RUNNING_JOBS_PER_INSTRUCTOR,
  },
});
