import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  DataDirectoryInUseError,
  acquireDataDirectoryLock,
} from '../platform/database/embedded/data-directory-lock.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.ts';
import type { StartupLog } from '../platform/supervision/startup-log.ts';

/*
 * The process that holds the PostgreSQL of one test run: starts it, writes its address as one line to
 * stdout, and when stdin ends (which the death of the run causes too) stops it and removes everything.
 */

const prefix = 'lectern-test-database-';
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
const log: StartupLog = {
  info: () => undefined,
  warn: (message) => process.stderr.write(`${message}\n`),
  error: (message) => process.stderr.write(`${message}\n`),
};

/** Removes what a run left whose holder was killed as well. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const directory = path.join(tmpdir(), name);
    try {
      const lock = await acquireDataDirectoryLock(directory);
      // Stops a server that still runs.
      const server = await startEmbeddedPostgres({ dataDirectory: directory, log, settings });
      await server.stop();
      await lock.release();
      await rm(directory, { recursive: true, force: true });
    } catch (error) {
      if (error instanceof DataDirectoryInUseError) continue;
      log.warn(`Could not remove ${directory}: ${String(error)}`);
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
const runEnded = new Promise<void>((resolve) => {
  process.stdin.resume().once('close', resolve);
});
await sweep();
const directory = await mkdtemp(path.join(tmpdir(), prefix));
const lock = await acquireDataDirectoryLock(directory);
const server = await startEmbeddedPostgres({ dataDirectory: directory, log, settings });
// Tests run as the role that Lectern runs as, so that nothing comes to need a superuser unnoticed.
const administrator = new Client({ connectionString: server.administratorConnectionString });
await administrator.connect();
await administrator.query('ALTER ROLE lectern CREATEDB');
await administrator.end();
process.stdout.on('error', () => undefined).write(`${server.connectionString}\n`);
await runEnded;
await server.stop();
await lock.release();
// Another run may sweep it at the same time.
await rm(directory, { recursive: true, force: true, maxRetries: 10 });
