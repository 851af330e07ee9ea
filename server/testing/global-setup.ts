import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { dropDatabasesOfRun } from './database.ts';
import type { DatabaseServer } from './database.ts';

/**
 * Vitest's globalSetup: one PostgreSQL for the whole run. TEST_DATABASE_URL names a server to use (its role
 * needs CREATEDB); otherwise an embedded one starts in a temporary directory, in a separate process that
 * stops it and removes the directory when this process ends, however it ends.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runId = randomBytes(5).toString('hex');
  const given = process.env['TEST_DATABASE_URL'];
  const holder = given === undefined || given === '' ? await startHolder() : undefined;
  const server: DatabaseServer = { administratorUrl: holder?.administratorUrl ?? String(given), runId };
  project.provide('databaseServer', server);
  return async () => {
    if (holder) await holder.stop();
    else await dropDatabasesOfRun(server);
  };
}

interface Holder {
  readonly administratorUrl: string;
  stop(): Promise<void>;
}

async function startHolder(): Promise<Holder> {
  const program = fileURLToPath(new URL('database-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const administratorUrl = await firstLine(child);
  return {
    administratorUrl,
    stop: () =>
      new Promise((resolve, reject) => {
        child.once('exit', (code) => {
          if (code === 0) resolve();
          else reject(new Error(`The test database's process ended with ${String(code)}`));
        });
        child.stdin.end();
      }),
  };
}

function firstLine(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The test database did not start (${String(code)})`)));
  });
}
