import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { openDatabase, openPool } from './database.ts';
import { isDatabaseUnreachable } from './is-database-unreachable.ts';

type Anything = Kysely<Record<string, never>>;

let server: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  server = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'locks' });
});
afterAll(() => server.drop());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function open(connectionString: string): Anything {
  const pool = openPool(connectionString, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase<Record<string, never>>(pool);
  closing.push(() => database.destroy());
  return database;
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

async function listen(onConnection: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const listener = createServer(onConnection).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  closing.push(
    () =>
      new Promise((resolve) => {
        listener.close(resolve);
      }),
  );
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { server: listener, port: address.port };
}

/** The database behind a door that can be slammed. */
async function openBehindDoor(): Promise<{ database: Anything; slam: () => void }> {
  const { hostname, port } = new URL(server.connectionString);
  const sockets: Socket[] = [];
  const door = await listen((outside) => {
    const inside = connect(Number(port), hostname);
    sockets.push(outside);
    // What one side sent before it ended is delivered before the other side ends.
    outside.on('error', () => undefined).on('close', () => inside.destroySoon());
    inside.on('error', () => undefined).on('close', () => outside.destroySoon());
    outside.pipe(inside).pipe(outside);
  });
  const url = new URL(server.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String(door.port);
  return {
    database: open(url.href),
    slam: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}

const statementOf = (label: string): string => `select pg_sleep(30) as ${label}`;
const wait = (database: Anything, label: string) => sql.raw(statementOf(label)).execute(database);

/** The server runs a statement that waits. */
const untilWaiting = (label: string) =>
  eventually('the statement to run', async () => {
    const looking = new pg.Client({ connectionString: server.connectionString });
    await looking.connect();
    const { rowCount } = await looking.query(
      `select from pg_stat_activity where state = 'active' and query = $1`,
      [statementOf(label)],
    );
    await looking.end();
    return rowCount === 1 ? true : undefined;
  });

test('a connection that is reset in the middle of a statement', async () => {
  const { database, slam } = await openBehindDoor();
  const error = await failureOf(async () => {
    const waiting = wait(database, 'alone');
    void untilWaiting('alone').then(slam);
    await waiting;
  });
  expect(error).toMatchObject({ code: 'ECONNRESET', syscall: 'read' });
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test('a transaction whose connection breaks: the failure of its rollback is what is thrown', async () => {
  const { database, slam } = await openBehindDoor();
  const error = await failureOf(() =>
    database.transaction().execute(async (transaction) => {
      void untilWaiting('in_transaction').then(slam);
      await wait(transaction, 'in_transaction');
    }),
  );
  expect(error instanceof Error && error.message).toMatch(/not queryable/);
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test('a server that ends its connections', async () => {
  const database = open(server.connectionString);
  const error = await failureOf(() => sql`select pg_terminate_backend(pg_backend_pid())`.execute(database));
  expect(error).toMatchObject({ code: '57P01' });
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test.each(['127.0.0.1', 'localhost'])('nothing listens at %s', async (host) => {
  const { server: listener, port } = await listen(() => undefined);
  closing.pop();
  listener.close();
  await once(listener, 'close');
  const error = await failureOf(() =>
    sql`select 1`.execute(open(`postgresql://nobody@${host}:${port}/none`)),
  );
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test('a server that takes the connection and says nothing', async () => {
  const { port } = await listen((socket) => {
    socket.on('error', () => undefined);
    closing.push(() => Promise.resolve(socket.destroy()));
  });
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 200 });
  closing.push(() => pool.end());
  expect(isDatabaseUnreachable(await failureOf(() => pool.query('select 1')))).toBe(true);
});

test('wrong statements and unrelated failures do not count', async () => {
  const database = open(server.connectionString);
  for (const work of [
    () => sql`select from where`.execute(database),
    () => sql`select 1 / 0`.execute(database),
    () => readFile('/nowhere/at/all'),
    () => Promise.reject(new TypeError('x is not a function')),
    () => Promise.reject(new AggregateError([], 'nothing')),
  ]) {
    expect(isDatabaseUnreachable(await failureOf(work))).toBe(false);
  }
  expect(isDatabaseUnreachable('ECONNREFUSED')).toBe(false);
});
