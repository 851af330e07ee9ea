import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { inject } from 'vitest';

/** The PostgreSQL of one test run, made by global-setup.ts. */
export interface DatabaseServer {
  /** A role that may create databases, connected to a maintenance database. */
  readonly administratorUrl: string;
  /** Part of the name of every database of the run. */
  readonly runId: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}

export interface TestDatabase {
  readonly connectionString: string;
  /** Removes it, closing what is still connected. */
  drop(): Promise<void>;
}

/** The server of this run; throws when vitest.config.ts does not name global-setup.ts. */
export function getTestServer(): DatabaseServer {
  const server = inject('databaseServer') as DatabaseServer | undefined;
  if (server) return server;
  throw new Error('No test database: vitest.config.ts needs globalSetup server/testing/global-setup.ts');
}

/**
 * Creates a separate database: a copy of a template that `migrate` fills once per run. A copy takes some 0.2 s.
 * `templateName` distinguishes templates if a run needs several.
 */
export async function createTestDatabase(options: {
  migrate: (connectionString: string) => Promise<void>;
  templateName?: string;
}): Promise<TestDatabase> {
  const server = getTestServer();
  const template = `lectern_test_${server.runId}_template_${options.templateName ?? 'migrated'}`;
  const name = `lectern_test_${server.runId}_${randomBytes(5).toString('hex')}`;
  await asAdministrator(server, async (administrator) => {
    // One maker at a time over all test processes; the lock ends with the connection.
    await administrator.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await administrator.query(
      'SELECT 1 FROM pg_database WHERE datname = $1 AND NOT datallowconn',
      [template],
    );
    if (rowCount === 0) await makeTemplate(server, administrator, template, options.migrate);
    await administrator.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
    await whilePostgresHolds(() =>
      administrator.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`),
    );
  });
  return {
    connectionString: urlOf(server, name),
    drop: () =>
      asAdministrator(server, async (administrator) => {
        await dropDatabase(administrator, name);
      }),
  };
}

/** An empty database without a template, for tests of migrations themselves. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
}

/** Removes every database of a run; for servers that outlive it. */
export async function dropDatabasesOfRun(server: DatabaseServer): Promise<void> {
  await asAdministrator(server, async (administrator) => {
    const { rows } = await administrator.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`lectern_test_${server.runId}_`],
    );
    for (const { datname } of rows) {
      await dropDatabase(administrator, datname);
    }
  });
}

async function makeTemplate(
  server: DatabaseServer,
  administrator: Client,
  template: string,
  migrate: (connectionString: string) => Promise<void>,
): Promise<void> {
  // What an earlier, failed migration left.
  await dropDatabase(administrator, template);
  await administrator.query(
    `CREATE DATABASE ${escapeIdentifier(template)} TEMPLATE template0 ENCODING ${escapeLiteral('UTF8')}`,
  );
  await migrate(urlOf(server, template));
  // Marks the template as finished and allows no connections, because a database in use cannot be copied.
  await administrator.query(`ALTER DATABASE ${escapeIdentifier(template)} ALLOW_CONNECTIONS false`);
}

/** Removes a database if it is there, closing what is still connected. */
async function dropDatabase(administrator: Client, name: string): Promise<void> {
  await whilePostgresHolds(() =>
    administrator.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  );
}

/**
 * Retries when PostgreSQL itself is briefly in the way: a backend that exits a little after its client
 * (55006, object in use), or autovacuum at work in the database, which only a superuser may end (42501).
 */
async function whilePostgresHolds(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const passes = error instanceof DatabaseError && (error.code === '55006' || error.code === '42501');
      if (attempt === 100 || !passes) throw error;
      await sleep(50);
    }
  }
}

function urlOf(server: DatabaseServer, database: string): string {
  const url = new URL(server.administratorUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdministrator(
  server: DatabaseServer,
  work: (administrator: Client) => Promise<void>,
): Promise<void> {
  const administrator = new Client({ connectionString: server.administratorUrl });
  await administrator.connect();
  try {
    await work(administrator);
  } finally {
    await administrator.end();
  }
}
