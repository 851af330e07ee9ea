import { z } from 'zod';
import { text, wholeNumber } from './setting-schemas.ts';

/** The operator's environment variables: logs, metrics, stopping and limits. */
export const operationsSettings = {
  METRICS_TOKEN: text.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 plain characters without spaces')
      .optional(),
  ),
  METRICS_PORT: wholeNumber(undefined, 0, 65_535),
  LIMITS_FACTOR: text.pipe(
    z
      .string()
      .regex(/^\d{1,6}(?:\.\d{1,3})?$/, 'must be a number such as 2 or 0.5')
      .transform(Number)
      .pipe(z.number().min(0.1).max(100_000))
      .optional()
      .transform((value) => value ?? 1),
  ),
};

export interface OperationsConfig {
  readonly metrics: MetricsConfig;
  readonly limits: LimitsConfig;
}

export interface MetricsConfig {
  /** Unset: only programs on this machine may read them. */
  readonly token: string | undefined;
  /** Of the worker, which has no other port. Unset: the worker counts nothing. */
  readonly workerPort: number | undefined;
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
  /** Work of one person while others call, on average; see http/paced-work.ts. */
  readonly workMillisecondsPerSecondPerInstructor: number;
  /** Jobs of one person that wait for a worker, over all processes. */
  readonly jobsPerInstructor: number;
  /** Jobs of one kind of one person that run at the same time, over all workers. */
  readonly runningJobsPerInstructor: number;
}

/** Of one api process. */
const PROCESS_LIMITS = { requests: 1_000, uploads: 64, connections: 5_000 };
/** Multiplied by LIMITS_FACTOR. */
const LIMITS = {
  overloadDelayMilliseconds: 1_000,
  requestsPerInstructor: 50,
  uploadsPerInstructor: 16,
  streamsPerInstructor: 20,
  callsPerSecondPerInstructor: 50,
  workMillisecondsPerSecondPerInstructor: 250,
  jobsPerInstructor: 200,
  runningJobsPerInstructor: 4,
};

/** Each limit times the factor; at least 1. */
export const multiply = <Limits extends object>(limits: Limits, factor: number): Limits =>
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, Math.max(1, Math.round(Number(limit) * factor))]),
  ) as Limits;

export const readOperations = (value: z.infer<z.ZodObject<typeof operationsSettings>>): OperationsConfig => ({
  metrics: { token: value.METRICS_TOKEN, workerPort: value.METRICS_PORT },
  limits: { ...PROCESS_LIMITS, ...multiply(LIMITS, value.LIMITS_FACTOR) },
});
