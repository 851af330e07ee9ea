import pg from 'pg';
import { systemClock, type Clock } from '../clock.ts';

/** How long a statement may wait for a byte of its answer before another connection checks its session. */
const SILENCE_MILLISECONDS = 10_000;
const PROBE_MILLISECONDS = 5_000;
const CONNECT_MILLISECONDS = 10_000;
const END_MILLISECONDS = 5_000;
const KEEPALIVE_DELAY_MILLISECONDS = 10_000;
/** A healthy transaction never waits this long for its process. One whose process vanished must release its rows. */
const IDLE_TRANSACTION_MILLISECONDS = 25_000;

/** Server-side keepalives: otherwise, PostgreSQL would keep the session of a machine that vanished for two hours. */
const SESSION_SETTINGS = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

export interface PostgresClientOptions {
  readonly applicationName: string;
  /** PostgreSQL ends a session that sends nothing for this long, and releases its locks. */
  readonly sessionIdleMilliseconds?: number;
  readonly connectionMilliseconds?: number;
  /** A limit for every statement. Without it, each may take as long as PostgreSQL works on it. */
  readonly queryMilliseconds?: number;
  readonly clock?: Clock;
}

interface WatchSettings {
  readonly clock: Clock;
  readonly session: Readonly<Record<string, string>>;
  /** The clients of one pool: once a connection has died silently, its idle ones are not trusted either. */
  readonly peers: Set<WatchedClient>;
  readonly probe: Probe;
}

/** Without optional properties, as pg-boss's types require. */
export interface PostgresClientSettings {
  readonly connectionString: string;
  readonly application_name: string;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
  readonly connectionTimeoutMillis: number;
  readonly query_timeout?: number;
  readonly Client: typeof WatchedClient;
  readonly watch: WatchSettings;
}

/** The settings of a pool, including pg-boss's. A transaction whose process falls silent ends after 25 s. */
export const poolSettings = (
  connectionString: string,
  options: PostgresClientOptions,
): PostgresClientSettings => {
  const settings = clientSettings(connectionString, options);
  const session = {
    ...settings.watch.session,
    idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_MILLISECONDS),
  };
  return { ...settings, watch: { ...settings.watch, session } };
};

/** A single connection, not yet connected. */
export const createPostgresClient = (
  connectionString: string,
  options: PostgresClientOptions,
): WatchedClient => new WatchedClient(clientSettings(connectionString, options));

function clientSettings(connectionString: string, options: PostgresClientOptions): PostgresClientSettings {
  const { applicationName, sessionIdleMilliseconds, connectionMilliseconds, queryMilliseconds, clock } =
    options;
  const session: Record<string, string> = { ...SESSION_SETTINGS };
  if (sessionIdleMilliseconds !== undefined)
    session['idle_session_timeout'] = String(sessionIdleMilliseconds);
  return {
    connectionString,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MILLISECONDS,
    connectionTimeoutMillis: connectionMilliseconds ?? CONNECT_MILLISECONDS,
    ...(queryMilliseconds === undefined ? {} : { query_timeout: queryMilliseconds }),
    Client: WatchedClient,
    watch: { clock: clock ?? systemClock, session, peers: new Set(), probe: new Probe() },
  };
}

/**
 * Checks over a separate connection what PostgreSQL is working on. All silent statements of a pool share one check: a server that
 * is merely slow must not get a new connection for each of its statements.
 */
class Probe {
  #answer: Promise<ReadonlySet<number> | undefined> | undefined;

  /** The busy server processes; undefined if the server only rejects connections. */
  listBusy(settings: PostgresClientSettings): Promise<ReadonlySet<number> | undefined> {
    this.#answer ??= ask(settings).finally(() => {
      this.#answer = undefined;
    });
    return this.#answer;
  }
}

async function ask(settings: PostgresClientSettings): Promise<ReadonlySet<number> | undefined> {
  const probe = new pg.Client({
    ...settings,
    application_name: 'lectern-probe',
    connectionTimeoutMillis: PROBE_MILLISECONDS,
    query_timeout: PROBE_MILLISECONDS,
  });
  // The step that uses the connection reports why it ended.
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    const { rows } = await probe.query<{ pid: number }>(
      `select pid from pg_stat_activity where coalesce(state, '') not like 'idle%'`,
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // A server that rejects the connection, for example because none is left, has not vanished.
    return error instanceof pg.DatabaseError ? undefined : new Set();
  } finally {
    probe.connection.stream.destroy();
  }
}

/**
 * A connection that detects that PostgreSQL has vanished without closing it. A statement may take as long as it needs,
 * but while no byte of its answer arrives, a second connection checks every few seconds that PostgreSQL is working on it.
 */
export class WatchedClient extends pg.Client {
  readonly #settings: PostgresClientSettings;
  #serverProcess: number | undefined;
  #stopWatching: (() => void) | undefined;
  #isInTransaction = false;

  /** @param settings from this module; optional only because pg's types require that */
  constructor(settings?: PostgresClientSettings) {
    if (settings === undefined) throw new TypeError('A client requires settings from postgres-client.ts.');
    super(settings);
    this.#settings = settings;
    // Each statement fails separately. A pool listens only to idle connections, and an unhandled error ends the process.
    this.on('error', () => undefined);
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => {
      this.#watch();
      return query(...parameters);
    }) as typeof this.query;
    this.on('drain', () => this.#unwatch());
    this.once('end', () => {
      this.#unwatch();
      settings.watch.peers.delete(this);
    });
    this.connection.on('readyForQuery', ({ status }: { status: string }) => {
      this.#isInTransaction = status !== 'I';
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(connected: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(connected?: (error: never, client: never) => void): Promise<pg.Client> | void {
    const connecting = this.#connect();
    if (connected === undefined) return connecting;
    connecting.then(
      () => connected(null as never, this as never),
      (error: unknown) => connected(error as never, undefined as never),
    );
  }

  override end(): Promise<void>;
  override end(ended: (error: Error) => void): void;
  override end(ended?: (error: Error) => void): Promise<void> | void {
    // `end` waits for PostgreSQL to close the connection, which never happens if it has vanished.
    const cancel = this.#settings.watch.clock.after(END_MILLISECONDS, () => this.connection.stream.destroy());
    this.once('end', cancel);
    if (ended === undefined) return super.end();
    super.end(ended);
  }

  /** Closes the connection immediately, as if it had broken. */
  breakOff(reason: string): void {
    this.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
  }

  async #connect(): Promise<pg.Client> {
    await super.connect();
    const settings = Object.entries(this.#settings.watch.session);
    const { rows } = await this.query<{ pid: number }>(
      `select pg_backend_pid() as pid, (select count(set_config(name, value, false))
       from unnest($1::text[], $2::text[]) as setting (name, value))`,
      [settings.map(([name]) => name), settings.map(([, value]) => value)],
    );
    this.#serverProcess = rows[0]?.pid;
    this.#settings.watch.peers.add(this);
    return this;
  }

  #watch(): void {
    if (this.#stopWatching !== undefined) return;
    const { clock } = this.#settings.watch;
    let received = this.#bytesReceived();
    let isProbing = false;
    this.#stopWatching = clock.every(SILENCE_MILLISECONDS, () => {
      const before = received;
      received = this.#bytesReceived();
      if (received !== before || isProbing) return;
      isProbing = true;
      void this.#isServerAtWork().then((isAtWork) => {
        isProbing = false;
        if (!isAtWork && this.#stopWatching !== undefined && received === this.#bytesReceived())
          this.#giveUp();
      });
    });
  }

  #unwatch(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  #bytesReceived(): number {
    const { stream } = this.connection;
    return 'bytesRead' in stream ? Number(stream.bytesRead) : 0;
  }

  /** Whether PostgreSQL is working on this connection's statement, as far as can be determined. */
  async #isServerAtWork(): Promise<boolean> {
    if (this.#serverProcess === undefined) return false;
    const busy = await this.#settings.watch.probe.listBusy(this.#settings);
    return busy === undefined || busy.has(this.#serverProcess);
  }

  #giveUp(): void {
    for (const peer of this.#settings.watch.peers) if (peer !== this) peer.#giveUpIdle();
    this.breakOff('PostgreSQL has not answered and is not working on its statement.');
  }

  #giveUpIdle(): void {
    if (this.#stopWatching === undefined && !this.#isInTransaction)
      this.breakOff('another connection to PostgreSQL has died silently.');
  }
}
