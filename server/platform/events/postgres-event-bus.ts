import type { Clock } from '../clock.ts';
import { keepHeartbeat } from '../database/keep-heartbeat.ts';
import { createPostgresClient, type WatchedClient } from '../database/postgres-client.ts';
import type { Log } from '../log.ts';
import { ANNOUNCEMENT_CHANNEL, type Announcement, type EventBus } from './event-bus.ts';

/** How long to wait before connecting again after the listening connection broke. */
const RECONNECT_MILLISECONDS = 500;

/** Listens on a separate connection, and reconnects forever when it breaks. */
export class PostgresEventBus implements EventBus {
  readonly #connectionString: string;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  readonly #gapListeners = new Set<() => void>();
  readonly #stop = new AbortController();
  #client: WatchedClient | undefined;

  private constructor(connectionString: string, log: Log, clock: Clock) {
    this.#connectionString = connectionString;
    this.#log = log;
    this.#clock = clock;
  }

  /** Connects and listens. @throws when the database cannot be reached at first. */
  static async connect(connectionString: string, log: Log, clock: Clock): Promise<PostgresEventBus> {
    const bus = new PostgresEventBus(connectionString, log, clock);
    await bus.#listen();
    return bus;
  }

  subscribe(listener: (announcement: Announcement) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#client?.end();
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  async #listen(): Promise<void> {
    const client = createPostgresClient(this.#connectionString, { applicationName: 'lectern-events' });
    /** A channel of this connection only, so that no other connection receives its heartbeats. */
    const heartbeatChannel = `lectern_heartbeat_${crypto.randomUUID().replaceAll('-', '_')}`;
    let heard: () => void = () => undefined;
    client.on('error', (error) => {
      this.#log.warn({ error: error.message }, 'The event connection broke.');
    });
    client.on('notification', ({ channel, payload }) => {
      if (channel === heartbeatChannel) heard();
      if (channel !== ANNOUNCEMENT_CHANNEL || payload === undefined) return;
      const announcement = JSON.parse(payload) as Announcement;
      for (const listener of this.#listeners) listener(announcement);
    });
    await client.connect();
    try {
      await client.query(`listen ${ANNOUNCEMENT_CHANNEL}`);
      await client.query(`listen ${heartbeatChannel}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    // Not before: a client that could not connect ends too, and would begin a second row of attempts.
    client.once('end', () => {
      this.#client = undefined;
      void this.#listenAgain();
    });
    keepHeartbeat(client, this.#clock, async () => {
      const hearing = new Promise<void>((resolve) => {
        heard = resolve;
      });
      await client.query(`notify ${heartbeatChannel}`);
      await hearing;
    });
    this.#client = client;
  }

  async #listenAgain(): Promise<void> {
    while (!this.#isClosed()) {
      try {
        await this.#clock.sleep(RECONNECT_MILLISECONDS, { signal: this.#stop.signal });
        await this.#listen();
        for (const listener of this.#gapListeners) listener();
        return;
      } catch (error) {
        if (this.#isClosed()) return;
        this.#log.warn({ error: String(error) }, 'The event connection cannot be made yet.');
      }
    }
  }
}
