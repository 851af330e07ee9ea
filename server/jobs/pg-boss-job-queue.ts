import { fromKysely, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { rememberOrigin } from './job-origin.ts';
import type { JobKind, JobQueue, JobState, QueueCounts, QueueStanding } from './job-queue.ts';

/** A worker that has not said for this long that it lives is taken for dead; its jobs go to another. */
const HEARTBEAT_SECONDS = 10;
const RETRY_DELAY_SECONDS = 2;
const RETRY_DELAY_MAXIMUM_SECONDS = 300;
const DAY_SECONDS = 24 * 3600;

export interface PgBossOptions {
  readonly connectionString: string;
  readonly log: Log;
  /** The worker listens, watches heartbeats and keeps house; the api process only sends. */
  readonly role: 'sender' | 'worker';
  readonly maximumConnections: number;
}

/** Starts pg-boss on the database, creating or migrating its own schema when need be. */
export async function startPgBoss(options: PgBossOptions): Promise<PgBoss> {
  const isWorker = options.role === 'worker';
  const boss = new PgBoss({
    connectionString: options.connectionString,
    max: options.maximumConnections,
    application_name: `lectern-jobs-${options.role}`,
    schedule: isWorker,
    supervise: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', (error) => {
    options.log.warn({ error: error.message }, 'The job queue met an error; it goes on by itself.');
  });
  await boss.start();
  return boss;
}

/** Creates each job's queue, or brings its settings up to date. */
export async function createQueues(boss: PgBoss, jobs: readonly JobKind[]): Promise<void> {
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retryLimit,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
      retryDelayMax: RETRY_DELAY_MAXIMUM_SECONDS,
      expireInSeconds: job.expireInSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 7 * DAY_SECONDS,
      notify: true,
    };
    await boss.createQueue(job.name, settings);
    await boss.updateQueue(job.name, settings);
  }
}

/** Waiting jobs are few beside those that are done, and have an index of their own for each queue. */
const COUNT_WAITING = `select count(*)::int as count from pgboss.queue join pgboss.job on job.name = queue.name
  where job.state < 'active' and job.priority >= 0 and job.data -> 'enqueued_by' ->> 'instructor_id' = $1`;
const countRow = z.object({ count: z.int() });

/** A retry that is due later keeps no one waiting now. */
const IS_ANYONE_WAITING = `select exists (
    select from pgboss.job where name = any($1)
      and (state = 'active' or (state < 'active' and start_after <= now()))
  ) as waiting`;
const waitingRow = z.object({ waiting: z.boolean() });

const STATES: Record<string, JobState> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'completed',
  cancelled: 'failed',
  failed: 'failed',
};

export class PgBossJobQueue implements JobQueue {
  readonly #boss: PgBoss;
  /** Names of the jobs that background work steps aside for. */
  readonly #awaited: readonly string[];

  constructor(boss: PgBoss, jobs: readonly JobKind[]) {
    this.#boss = boss;
    this.#awaited = jobs
      .filter(({ answersRequest, delaysBackgroundWork }) => answersRequest || delaysBackgroundWork === true)
      .map(({ name }) => name);
  }

  async enqueue<Payload extends object>(
    transaction: Database,
    job: JobKind<Payload>,
    payload: Payload,
    options: { id?: string; priority?: number } = {},
  ): Promise<string> {
    const id = options.id ?? crypto.randomUUID();
    await this.#boss.send(job.name, rememberOrigin(payload), {
      id,
      priority: options.priority ?? job.priority ?? 0,
      db: fromKysely(transaction),
    });
    return id;
  }

  async forgetInstructor(transaction: Database, instructorId: number): Promise<void> {
    const db = fromKysely(transaction);
    for (const { name } of await this.#boss.getQueues()) {
      const jobs = await this.#boss.findJobs(name, { data: { instructor_id: instructorId }, db });
      const ids = jobs.map(({ id }) => id);
      if (ids.length > 0) await this.#boss.deleteJob(name, ids, { db });
    }
  }

  async findState(jobName: string, id: string): Promise<JobState> {
    const [found] = await this.#boss.findJobs(jobName, { id });
    return found === undefined ? 'unknown' : (STATES[found.state] ?? 'unknown');
  }

  async countJobs(): Promise<QueueCounts> {
    const queues = await this.listQueues();
    const sum = (state: keyof QueueCounts) => queues.reduce((total, queue) => total + queue[state], 0);
    return { waiting: sum('waiting'), running: sum('running'), dead: sum('dead') };
  }

  async listQueues(): Promise<QueueStanding[]> {
    const queues = await this.#boss.getQueues();
    return queues.map(({ name, queuedCount, activeCount, failedCount }) => ({
      name,
      waiting: queuedCount,
      running: activeCount,
      dead: failedCount,
    }));
  }

  async isAnyoneWaiting(): Promise<boolean> {
    const { rows } = await this.#boss.getDb().executeSql(IS_ANYONE_WAITING, [this.#awaited]);
    return waitingRow.parse(rows[0]).waiting;
  }

  async countWaitingOf(instructorId: number): Promise<number> {
    const { rows } = await this.#boss.getDb().executeSql(COUNT_WAITING, [String(instructorId)]);
    return countRow.parse(rows[0]).count;
  }
}
