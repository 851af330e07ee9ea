import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { AS_NOBODY, canRunAsNobody, NOBODY } from '#server/testing/nobody.ts';
import { clusterPaths } from './cluster-paths.ts';
import { getCredentials } from './credentials.ts';
import { type DatabaseHolder, holdDatabase } from './fixtures/database-holder.ts';
import { listServerProcesses } from './server-processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { endOrphans } from './stop-server.ts';
import { waitUntil } from './wait-until.ts';

const isRoot = process.geteuid?.() === 0;
if (!isRoot) process.stderr.write('SKIPPED: the tests of running as root. Run this file as root as well.\n');
const isReachable = canRunAsNobody();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const directories: string[] = [];

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-embedded-'));
  directories.push(directory);
  return directory;
}

function start(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDirectory, log: silent });
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

afterEach(async () => {
  for (const directory of directories.splice(0)) {
    const { credentials } = clusterPaths(directory);
    const known = await getCredentials(credentials).catch(() => undefined);
    if (known) await endOrphans(known.clusterName, silent);
    await rm(directory, { recursive: true, force: true });
  }
});

describe('a start', () => {
  test('makes a durable UTF-8 cluster, and the next start finds its data at the same address', async () => {
    const directory = await makeDirectory();
    const first = await start(directory);
    await query(first.connectionString, "CREATE TABLE note AS SELECT 'Größe' AS text");
    const settings = await query(
      first.connectionString,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
         current_setting('full_page_writes') AS pages, current_setting('server_encoding') AS encoding,
         current_setting('data_checksums') AS checksums, upper('état') AS upper,
         to_tsvector('simple', 'Größe, États')::text AS words,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
    );
    expect(settings).toEqual([
      {
        fsync: 'on',
        commit: 'on',
        pages: 'on',
        encoding: 'UTF8',
        checksums: 'on',
        upper: 'ÉTAT',
        words: "'größe':1 'états':2",
        superuser: false,
      },
    ]);
    await first.stop();
    const second = await start(directory);
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second.connectionString, 'SELECT text FROM note')).toEqual([{ text: 'Größe' }]);
    await second.stop();
    expect(
      await listServerProcesses((await getCredentials(clusterPaths(directory).credentials)).clusterName),
    ).toEqual([]);
  });

  test('keeps passwords and data from others', async () => {
    const directory = await makeDirectory();
    const server = await start(directory);
    const paths = clusterPaths(directory);
    expect((await stat(paths.credentials)).mode & 0o777).toBe(0o600);
    expect((await stat(paths.cluster)).mode & 0o777).toBe(0o700);
    const wrong = new URL(server.connectionString);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    wrong.password = '';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow();
    await server.stop();
  });

  test('works in a directory whose path is longer than a Unix socket may have', async () => {
    const directory = path.join(
      await makeDirectory(),
      ...Array<string>(6).fill('a-directory-with-a-rather-long-name'),
    );
    await mkdir(directory, { recursive: true });
    directories.push(directory);
    const server = await start(directory);
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test('after an interrupted initdb does the whole again', async () => {
    const directory = await makeDirectory();
    const aborting = new AbortController();
    const interrupted = startEmbeddedPostgres({
      dataDirectory: directory,
      log: silent,
      signal: aborting.signal,
    });
    const home = clusterPaths(directory).home;
    const begun = await waitUntil(
      async () =>
        (await readdir(home).catch(() => [])).some((name) => name.startsWith('cluster-in-the-making-')),
      { timeoutMs: 10_000, intervalMs: 2 },
    );
    expect(begun).toBe(true);
    aborting.abort(new Error('Ctrl-C'));
    await expect(interrupted).rejects.toThrow('Ctrl-C');
    expect(await readdir(home)).toEqual([]);
    // What a kill -9 leaves: a directory that looks like a cluster, under its working name.
    await mkdir(path.join(home, 'cluster-in-the-making-killed', 'base'), { recursive: true });
    await writeFile(path.join(home, 'cluster-in-the-making-killed', 'PG_VERSION'), '18\n');
    const server = await start(directory);
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(home)).filter((name) => name.startsWith('cluster-'))).toEqual([]);
    await server.stop();
  });

  test('takes another port when the remembered one is taken, and never when it is required', async () => {
    const directory = await makeDirectory();
    const first = await start(directory);
    await first.stop();
    const squatter = createServer().listen(first.port, '127.0.0.1');
    await once(squatter, 'listening');
    await expect(
      startEmbeddedPostgres({ dataDirectory: directory, log: silent, requiredPort: first.port }),
    ).rejects.toThrow(`Port ${first.port} on 127.0.0.1 is taken`);
    const second = await start(directory);
    expect(second.port).not.toBe(first.port);
    await second.stop();
    squatter.close();
  });

  test('of a cluster of another major version says what to do', async () => {
    const directory = await makeDirectory();
    await (await start(directory)).stop();
    await writeFile(path.join(clusterPaths(directory).cluster, 'PG_VERSION'), '17\n');
    await expect(start(directory)).rejects.toThrow('was made by PostgreSQL 17; this Lectern brings 18');
  });
});

describe('after a kill -9', () => {
  test('of Lectern, the next start stops the database and no acknowledged write is lost', async () => {
    const directory = await makeDirectory();
    const first = await holdDatabase(directory);
    // While it runs, a second one is refused and leaves it unharmed.
    await expect(holdDatabase(directory)).rejects.toThrow(`(process ${first.processId})`);
    await query(first.state.connectionString, 'CREATE TABLE note AS SELECT 1 AS id');
    await first.kill();
    const second = await holdDatabase(directory);
    expect(second.state.postmaster).not.toBe(first.state.postmaster);
    expect(second.messages()).toContain('Stopping the database that an earlier Lectern left running');
    expect(await query(second.state.connectionString, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
    expect(await second.stop()).toBe(0);
    // Its process may linger as a zombie until the system's init reaps it.
    const { clusterName } = await getCredentials(clusterPaths(directory).credentials);
    expect(await listServerProcesses(clusterName)).toEqual([]);
  });

  test('of the postmaster alone, it is started again at the same address', async () => {
    const directory = await makeDirectory();
    const holder = await holdDatabase(directory);
    process.kill(holder.state.postmaster, 'SIGKILL');
    const rows = await waitUntil(
      () => query(holder.state.connectionString, 'SELECT 1 AS one').catch(() => undefined),
      { timeoutMs: 10_000, intervalMs: 50 },
    );
    expect(rows).toEqual([{ one: 1 }]);
    expect(holder.messages()).toContain('ended unexpectedly (SIGKILL)');
    expect(await holder.stop()).toBe(0);
  });

  test.each(['reused id', 'zombie', 'empty file'])(
    'a stale postmaster.pid (%s) does not stop a start',
    async (kind) => {
      const directory = await makeDirectory();
      await (await start(directory)).stop();
      const { postmasterFile, cluster } = clusterPaths(directory);
      // This shell never reaps its child: once killed, that one stays a zombie.
      const shell = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [output] = (await once(shell.stdout, 'data')) as [Buffer];
      const inner = Number(output.toString());
      // Until it has become the second sleep, it would.
      const hasBecomeSleep = async () => (await readFile(`/proc/${shell.pid}/comm`, 'utf8')) === 'sleep\n';
      expect(await waitUntil(hasBecomeSleep, { timeoutMs: 10_000, intervalMs: 5 })).toBe(true);
      if (kind === 'zombie') process.kill(inner, 'SIGKILL');
      const written =
        kind === 'empty file' ? '' : `${inner}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n 1 1\nready   \n`;
      await writeFile(postmasterFile, written);
      if (isRoot) await chown(postmasterFile, (await stat(cluster)).uid, (await stat(cluster)).gid);
      const server = await start(directory);
      expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      // The innocent bystander lives on.
      expect(isAlive(inner)).toBe(true);
      await server.stop();
      shell.kill('SIGKILL');
      if (kind !== 'zombie') process.kill(inner, 'SIGKILL');
    },
  );
});

describe('the account', () => {
  test.runIf(isRoot)('of root passes through closed directories and open ones, and is not root', async () => {
    for (const mode of [0o700, 0o711]) {
      const directory = await makeDirectory();
      await chmod(directory, mode);
      const server = await start(directory);
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
      expect(Number(/^Uid:\s+(\d+)/mu.exec(status)?.[1])).toBeGreaterThan(0);
      const capabilities = BigInt(`0x${/^CapEff:\s+(\S+)/mu.exec(status)?.[1] ?? 'ff'}`);
      // One capability (DAC_OVERRIDE is bit 1, DAC_READ_SEARCH bit 2) where it is needed, else none.
      expect(mode === 0o711 && isReachable ? [0n] : [2n, 4n]).toContain(capabilities);
      expect((await stat(directory)).mode & 0o777).toBe(mode);
      await server.stop();
    }
  });

  test.runIf(isRoot)('of a copy that root made is given back to PostgreSQL', async () => {
    const directory = await makeDirectory();
    await (await start(directory)).stop();
    execFileSync('chown', ['-R', '0:0', directory]);
    const server = await start(directory);
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test.runIf(isReachable)('of an ordinary user is the user, and root may start it again', async () => {
    const directory = await makeDirectory();
    await chown(directory, NOBODY, NOBODY);
    const holder: DatabaseHolder = await holdDatabase(directory, AS_NOBODY);
    expect((await stat(clusterPaths(directory).cluster)).uid).toBe(NOBODY);
    expect(await query(holder.state.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await holder.stop()).toBe(0);
    const asRoot = await start(directory);
    expect(await query(asRoot.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await asRoot.stop();
  });

  test.runIf(isReachable)('of another user reports that the data belong to someone else', async () => {
    const directory = await makeDirectory();
    await chmod(directory, 0o777);
    await (await start(directory)).stop();
    await chmod(clusterPaths(directory).home, 0o777);
    await expect(holdDatabase(directory, AS_NOBODY)).rejects.toThrow(/another user|cannot be locked/u);
  });

  test.runIf(isRoot)('of a root without its rights says what to do', async () => {
    const directory = await makeDirectory();
    await chmod(directory, 0o711);
    const powerless = ['setpriv', '--bounding-set=-all'];
    await expect(holdDatabase(directory, powerless)).rejects.toThrow(
      /may not do[^]*not as root[^]*DATABASE_URL/u,
    );
  });
});
