import { systemClock, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { keepHeartbeat, SESSION_IDLE_MILLISECONDS } from './keep-heartbeat.ts';
import type { HeldLock, Locks } from './locks.ts';
import { createPostgresClient, type WatchedClient } from './postgres-client.ts';

/**
 * Advisory locks of one connection that the process keeps for them, however many it holds: PostgreSQL frees them when
 * the connection ends, which a killed process's does at once. A pooled connection for each would use up the pool with
 * a dozen uploads.
 */
export class PostgresLocks implements Locks {
  readonly #connectionString: string;
  readonly #log: Log;
  readonly #clock: Clock;
  /** A connection has a lock as often as it asks for it, so that this process must know what it holds. */
  readonly #held = new Map<string, AbortController>();
  #connection: Promise<WatchedClient> | undefined;
  #isClosed = false;

  constructor(connectionString: string, log: Log, clock: Clock = systemClock) {
    this.#connectionString = connectionString;
    this.#log = log;
    this.#clock = clock;
  }

  async tryTake(name: string): Promise<HeldLock | undefined> {
    if (this.#held.has(name)) return undefined;
    const loss = new AbortController();
    this.#held.set(name, loss);
    try {
      const client = await this.#connect();
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [name],
      );
      if (rows[0]?.taken === true && !loss.signal.aborted) {
        return { lost: loss.signal, release: () => this.#release(name, loss, client) };
      }
    } catch (error) {
      this.#forget(name, loss);
      throw error;
    }
    this.#forget(name, loss);
    return undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#connection?.catch(() => undefined);
    await client?.end();
  }

  async #release(name: string, loss: AbortController, client: WatchedClient): Promise<void> {
    try {
      // A lost lock is already free, and another process may hold it.
      if (!loss.signal.aborted)
        await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    } catch (error) {
      // Better all are lost than one is held for ever.
      this.#log.warn({ error: String(error) }, 'A lock could not be released; its connection is closed.');
      this.#lose(client);
      await client.end().catch(() => undefined);
    } finally {
      this.#forget(name, loss);
    }
  }

  #forget(name: string, loss: AbortController): void {
    if (this.#held.get(name) === loss) this.#held.delete(name);
  }

  #connect(): Promise<WatchedClient> {
    if (this.#isClosed) throw new Error('This process gives up its locks.');
    this.#connection ??= this.#open().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #open(): Promise<WatchedClient> {
    const client = createPostgresClient(this.#connectionString, {
      applicationName: 'lectern-locks',
      sessionIdleMilliseconds: SESSION_IDLE_MILLISECONDS,
    });
    client.on('error', (error) => {
      this.#log.warn({ error: error.message }, 'The connection that holds locks broke.');
    });
    client.once('end', () => this.#lose(client));
    await client.connect();
    keepHeartbeat(client, this.#clock, () => client.query('select 1'));
    return client;
  }

  /** What the connection held is free, and the next lock is taken on a new one. */
  #lose(client: WatchedClient): void {
    void this.#connection?.then((current) => {
      if (current !== client) return;
      this.#connection = undefined;
      const reason = new Error('The connection to the database broke.');
      const lost = [...this.#held.values()];
      this.#held.clear();
      for (const loss of lost) loss.abort(reason);
    });
  }
}
