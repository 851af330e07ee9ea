import type { QueryResultRow } from 'pg';
import type { Clock } from '../clock.ts';
import type { ConfinementMechanism } from '#server/sandbox/confinement/confinement.ts';
import { keepHeartbeat, SESSION_IDLE_MILLISECONDS } from '../database/keep-heartbeat.ts';
import { createPostgresClient, type WatchedClient } from '../database/postgres-client.ts';
import { nameWorkerSession } from '../database/worker-sessions.ts';
import type { Log } from '../log.ts';
import { GIVE_BACK, LIST_UNHELD } from './queue-tables.ts';

/** The first key of the advisory locks, which separates them from other locks. */
const LOCK_SPACE = 0x4c_4a_4f_42;
const RECONNECT_MILLISECONDS = 500;
const SWEEP_MILLISECONDS = 2_000;

interface JobClaimsOptions {
  readonly queues: readonly string[];
  readonly log: Log;
  readonly clock: Clock;
  /** What confines this worker's children. */
  readonly confinement: ConfinementMechanism;
}

/**
 * Distinguishes jobs of living workers from those of dead ones at once, where pg-boss's heartbeat takes 10 s and
 * counts the death as the job's failure: a worker holds a lock of its database session for each job it runs,
 * and the operating system ends the session with the process.
 */
export class JobClaims {
  readonly #connectionString: string;
  readonly #queues: readonly string[];
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #applicationName: string;
  readonly #stop = new AbortController();
  readonly #held = new Set<string>();
  /** Seen without a holder at the last look. One look alone may fall between a broken session and the next. */
  #suspects = new Set<string>();
  #client: WatchedClient | undefined;
  #stopSweeping: () => void = () => undefined;

  private constructor(connectionString: string, options: JobClaimsOptions) {
    this.#connectionString = connectionString;
    this.#queues = options.queues;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#applicationName = nameWorkerSession(options.confinement);
  }

  /** Connects, and looks for jobs of dead workers from now on. @throws when the database cannot be reached. */
  static async connect(connectionString: string, options: JobClaimsOptions): Promise<JobClaims> {
    const claims = new JobClaims(connectionString, options);
    await claims.#connect();
    let isSweeping = false;
    claims.#stopSweeping = options.clock.every(SWEEP_MILLISECONDS, () => {
      // While the database is slow, checks would queue up, and two in immediate succession are not two checks.
      if (isSweeping) return;
      isSweeping = true;
      void claims.sweep().finally(() => {
        isSweeping = false;
      });
    });
    await claims.sweep();
    return claims;
  }

  /** Says that this process runs the job. Without a connection now, the next one says it. */
  async hold(jobId: string): Promise<void> {
    this.#held.add(jobId);
    await this.#ask('select pg_try_advisory_lock_shared($1, hashtext($2))', [LOCK_SPACE, jobId]);
  }

  async release(jobId: string): Promise<void> {
    if (!this.#held.delete(jobId)) return;
    await this.#ask('select pg_advisory_unlock_shared($1, hashtext($2))', [LOCK_SPACE, jobId]);
  }

  /** Puts the jobs that this process holds back into the queue, for a worker that stops. */
  async giveBack(): Promise<void> {
    await this.#ask(GIVE_BACK, [[...this.#held]]);
  }

  /** Requeues jobs that no worker held at two consecutive checks. */
  async sweep(): Promise<void> {
    const unheld = await this.#ask<{ id: string; retry_count: number }>(LIST_UNHELD, [
      this.#queues,
      LOCK_SPACE,
    ]);
    const name = ({ id, retry_count: attempt }: { id: string; retry_count: number }) => `${id} ${attempt}`;
    const orphans = unheld.filter((job) => this.#suspects.has(name(job)));
    this.#suspects = new Set(unheld.map(name));
    if (orphans.length === 0) return;
    const given = await this.#ask<{ id: string }>(GIVE_BACK, [orphans.map(({ id }) => id)]);
    if (given.length > 0)
      this.#log.warn({ jobIds: given.map(({ id }) => id) }, 'Jobs of a worker that died are done again.');
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#stopSweeping();
    await this.#client?.end();
  }

  /** Nothing when there is no connection: what is asked here is asked again, or the heartbeat does without. */
  async #ask<Row extends QueryResultRow>(sql: string, parameters: unknown[]): Promise<Row[]> {
    if (this.#client === undefined) return [];
    try {
      return (await this.#client.query<Row>(sql, parameters)).rows;
    } catch (error) {
      if (!this.#stop.signal.aborted)
        this.#log.warn({ error: String(error) }, 'The claims on jobs could not be looked after.');
      return [];
    }
  }

  async #connect(): Promise<void> {
    const client = createPostgresClient(this.#connectionString, {
      applicationName: this.#applicationName,
      sessionIdleMilliseconds: SESSION_IDLE_MILLISECONDS,
    });
    client.on('error', (error) => {
      this.#log.warn({ error: error.message }, 'The connection for claims on jobs broke.');
    });
    await client.connect();
    client.once('end', () => {
      this.#client = undefined;
      void this.#connectAgain();
    });
    keepHeartbeat(client, this.#clock, () => client.query('select 1'));
    this.#client = client;
    this.#suspects.clear();
    for (const jobId of this.#held)
      await this.#ask('select pg_try_advisory_lock_shared($1, hashtext($2))', [LOCK_SPACE, jobId]);
  }

  async #connectAgain(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#clock.sleep(RECONNECT_MILLISECONDS, { signal: this.#stop.signal });
        await this.#connect();
        return;
      } catch (error) {
        this.#log.debug({ error: String(error) }, 'The connection for claims on jobs was not made.');
      }
    }
  }
}
