import { PgBoss, fromKysely } from 'pg-boss';
import pgBossPackage from 'pg-boss/package.json' with { type: 'json' };
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { poolSettings } from '../database/postgres-client.ts';
import type { Log } from '../log.ts';
import { ProblemError } from '../problem-error.ts';
import { findAccount, rememberOrigin } from './job-origin.ts';
import type { JobKind, JobOutput, JobQueue, JobState, QueueCounts, QueueStanding } from './job-queue.ts';
import { COUNT_WAITING, IS_ANYONE_WAITING, LIST_UNFINISHED, NEXT_TURN } from './queue-tables.ts';

/** Of pg-boss's own tables, which it migrates by itself, and only forward. */
export const QUEUE_SCHEMA_VERSION: number = pgBossPackage.pgboss.schema;

/** A worker that has not said for this long that it lives is taken for dead; its jobs go to another. */
const HEARTBEAT_SECONDS = 10;
const RETRY_DELAY_SECONDS = 2;
const RETRY_DELAY_MAXIMUM_SECONDS = 300;
const DAY_SECONDS = 24 * 3600;
/** A queued job waits as long as it must; pg-boss would delete it after 14 days. */
const WAIT_SECONDS = 3_650 * DAY_SECONDS;

/** How often ended jobs whose time is over are deleted. pg-boss does it once a day, which keeps personal payloads too long. */
const MAINTENANCE_SECONDS = 15 * 60;

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
    ...poolSettings(options.connectionString, { applicationName: `lectern-jobs-${options.role}` }),
    max: options.maximumConnections,
    schedule: isWorker,
    supervise: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
  });
  boss.on('error', (error) => {
    options.log.warn({ error: error.message }, 'The job queue reported an error and continues.');
  });
  await boss.start();
  return boss;
}

/** For personal jobs that failed or answer a request: long enough to see in the list of failed jobs, and to read the answer. */
const FORGET_SECONDS = 60 * 60;

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
      deleteAfterSeconds: job.isForgottenWhenDone === true ? FORGET_SECONDS : 7 * DAY_SECONDS,
      retentionSeconds: WAIT_SECONDS,
      notify: true,
    };
    await boss.createQueue(job.name, settings);
    await boss.updateQueue(job.name, settings);
  }
}

/** Some of the waiting work is done by then. */
const RETRY_AFTER_SECONDS = 60;

const unfinishedRow = z.object({ data: z.looseObject({}) });
const countRow = z.object({ count: z.int() });

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
  /** Names of the jobs whose number is limited for each account. */
  readonly #limited: readonly string[];
  readonly #jobsPerInstructor: number;

  constructor(boss: PgBoss, jobs: readonly JobKind[], limits: { readonly jobsPerInstructor: number }) {
    this.#boss = boss;
    this.#jobsPerInstructor = limits.jobsPerInstructor;
    this.#limited = jobs.filter(({ isLimited }) => isLimited === true).map(({ name }) => name);
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
    const db = fromKysely(transaction);
    const priority = options.priority ?? job.priority ?? 0;
    const account = findAccount(payload);
    if (account === undefined) {
      await this.#boss.send(job.name, rememberOrigin(payload), { id, priority: priorityOf(priority), db });
      return id;
    }
    if (job.isLimited === true) await this.#refuseTooMany(account, db);
    await this.#boss.send(job.name, rememberOrigin(payload), {
      id,
      priority: await createTurns(db).next(job.name, priority, account),
      group: { id: String(account) },
      db,
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
    return (await this.findOutcome(jobName, id)).state;
  }

  async findOutcome(
    jobName: string,
    id: string,
  ): Promise<{ state: JobState; output: JobOutput | undefined }> {
    const [found] = await this.#boss.findJobs(jobName, { id });
    const state = found === undefined ? 'unknown' : (STATES[found.state] ?? 'unknown');
    // The output of a failed job is its error.
    const output =
      state === 'completed' ? ((found?.output ?? undefined) as JobOutput | undefined) : undefined;
    return { state, output };
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

  async listUnfinished(jobName: string): Promise<object[]> {
    const { rows } = await this.#boss.getDb().executeSql(LIST_UNFINISHED, [jobName]);
    return rows.map((row) => unfinishedRow.parse(row).data);
  }

  countWaitingOf(instructorId: number): Promise<number> {
    return this.#countWaiting(instructorId, this.#boss.getDb());
  }

  refuseTooMany(instructorId: number): Promise<void> {
    return this.#refuseTooMany(instructorId, this.#boss.getDb());
  }

  async #countWaiting(instructorId: number, db: QueueDatabase): Promise<number> {
    const { rows } = await db.executeSql(COUNT_WAITING, [String(instructorId), this.#limited]);
    return countRow.parse(rows[0]).count;
  }

  async #refuseTooMany(instructorId: number, db: QueueDatabase): Promise<void> {
    if ((await this.#countWaiting(instructorId, db)) < this.#jobsPerInstructor) return;
    throw new ProblemError('own_jobs_queued', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** What pg-boss calls a database: the pool, or the transaction that a job is part of. */
interface QueueDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How many turns fit between two priorities. A queue that never runs empty for so long starts to be first in, first out. */
const TURNS = 1_000_000;

const turnRow = z.object({ turn: z.int() });

/** The priority in pg-boss of a job without an account: the first turn. */
const priorityOf = (priority: number): number => priority * TURNS;

/** Decides when accounts are next, from the queue itself and inside the transaction of `db`. */
const createTurns = (db: QueueDatabase) => ({
  /** The priority in pg-boss of the account's next job. @param priority of the kind of job. */
  next: async (queue: string, priority: number, account: number): Promise<number> => {
    const highest = priorityOf(priority);
    const lowest = highest - (TURNS - 1);
    const { rows } = await db.executeSql(NEXT_TURN, [queue, String(account), highest, lowest]);
    return highest - Math.min(turnRow.parse(rows[0]).turn, TURNS - 1);
  },
});
