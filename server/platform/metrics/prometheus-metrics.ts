import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Metrics, MetricSources } from './metrics.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];
const JOB_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];
/** The metrics report that the database is gone instead of waiting for it. */
const SOURCE_MILLISECONDS = 2_000;

/**
 * Counts for Prometheus, in a separate registry, in addition to what prom-client reports about a Node process (event loop
 * lag, memory, garbage collection, file handles).
 */
export function createPrometheusMetrics(clock: Clock): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'lectern_http_requests_total',
    help: 'Requests answered, by route pattern and class of status',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['method', 'route'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const inFlight = gauge('lectern_http_requests_in_flight', 'Requests begun and not ended');
  const streams = gauge('lectern_event_streams', 'Open streams of server-sent events');
  const shed = counter('lectern_requests_shed_total', 'Requests turned away to protect the rest', ['reason']);
  const uploaded = counter('lectern_upload_bytes_total', 'Bytes received by calls that upload', []);
  const storeErrors = counter('lectern_file_store_errors_total', 'Calls of the file store that failed', [
    'operation',
  ]);
  const jobs = counter('lectern_jobs_total', 'Runs of jobs that ended', ['queue', 'outcome']);
  const jobSeconds = new Histogram({
    name: 'lectern_job_duration_seconds',
    help: 'Time that a run of a job took, whatever its outcome',
    labelNames: ['queue'] as const,
    buckets: JOB_SECONDS,
    registers,
  });
  const audio = counter('lectern_audio_recognized_seconds_total', 'Seconds of speech put into words', []);
  const questions = counter('lectern_questions_made_total', 'Questions that were stored', []);
  const queueJobs = gauge('lectern_queue_jobs', 'Jobs in a queue: waiting, running, or dead', [
    'queue',
    'state',
  ]);
  const pool = gauge(
    'lectern_database_connections',
    'Connections of the pool, and callers that wait for one',
    ['state'],
  );
  const diskFree = gauge('lectern_disk_free_bytes', 'Free space on the disk of the data directory');
  const databaseUp = gauge('lectern_database_up', '1 when the queue could be asked for these metrics');
  let sources: MetricSources | undefined;

  function counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers });
  }

  function gauge<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers });
  }

  async function readSources({ readPoolUse, listQueues, readFreeBytes }: MetricSources): Promise<void> {
    const use = readPoolUse();
    pool.set({ state: 'busy' }, use.total - use.idle);
    pool.set({ state: 'idle' }, use.idle);
    pool.set({ state: 'waiting' }, use.waiting);
    diskFree.set((await inTime(clock, readFreeBytes())) ?? Number.NaN);
    // Old numbers would pass for new ones.
    queueJobs.reset();
    const queues = await inTime(clock, listQueues());
    databaseUp.set(queues === undefined ? 0 : 1);
    for (const { name: queue, waiting, running, dead } of queues ?? []) {
      queueJobs.set({ queue, state: 'waiting' }, waiting);
      queueJobs.set({ queue, state: 'running' }, running);
      queueJobs.set({ queue, state: 'dead' }, dead);
    }
  }

  return {
    requestBegan: () => inFlight.inc(),
    requestEnded: ({ method, route, status, seconds }) => {
      inFlight.dec();
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, seconds);
    },
    requestShed: (reason) => shed.inc({ reason }),
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    uploadReceived: (bytes) => uploaded.inc(bytes),
    storeFailed: (operation) => storeErrors.inc({ operation }),
    jobEnded: ({ queue, outcome, seconds }) => {
      jobs.inc({ queue, outcome });
      jobSeconds.observe({ queue }, seconds);
    },
    audioRecognized: (seconds) => audio.inc(seconds),
    questionsMade: (count) => questions.inc(count),
    watch: (given) => {
      sources = given;
    },
    expose: async () => {
      if (sources !== undefined) await readSources(sources);
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** What was asked for, or nothing when it failed or takes too long: the metrics say so by `lectern_database_up`. */
async function inTime<Result>(clock: Clock, asked: Promise<Result>): Promise<Result | undefined> {
  let cancelLimit: () => void = () => undefined;
  const late = new Promise<undefined>((resolve) => {
    cancelLimit = clock.after(SOURCE_MILLISECONDS, () => resolve(undefined));
  });
  try {
    return await Promise.race([asked.catch(() => undefined), late]);
  } finally {
    cancelLimit();
  }
}
