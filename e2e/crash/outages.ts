import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/start-embedded-postgres.ts';
import { WayToDatabase } from '#server/testing/way-to-database.ts';
import { registerClient } from '../api-client.ts';
import { startLectern, until } from '../lectern-process.ts';
import { listDescendants } from '../process-table.ts';
import { keepWriting } from './keep-writing.ts';
import { Ledger, type Verdict } from './ledger.ts';

export interface OutageReport extends Verdict {
  readonly backMilliseconds: number;
  /** How many calls failed as calls may while something is away. */
  readonly outages: number;
  readonly unexpected: readonly unknown[];
}

interface OutageOptions {
  readonly directory: string;
  readonly video: string;
  readonly seconds: number;
}

const run = promisify(execFile);

/** Writes throughout an outage, and compares the acknowledged writes with the stored ones once it is over. */
async function writeThrough(options: {
  origin: string;
  video: string;
  explainedStatuses?: readonly number[];
  outage: () => Promise<void>;
}): Promise<OutageReport> {
  const client = await registerClient(options.origin);
  const { id: homeCourse } = await client.createCourse('The course with the lessons');
  const ledger = new Ledger();
  const writing = await keepWriting({ ...options, client, ledger, homeCourse });
  await until('lessons are written', () => Promise.resolve(ledger.lessons.size > 2));
  await options.outage();
  const over = performance.now();
  const { size } = ledger.lessons;
  await until('lessons are written again', () => Promise.resolve(ledger.lessons.size > size));
  const backMilliseconds = performance.now() - over;
  await writing.stop();
  return {
    ...(await ledger.verify(client, homeCourse)),
    backMilliseconds,
    outages: writing.countOutages(),
    unexpected: writing.unexpected,
  };
}

/** An external database is stopped for a while; or, with `frozen`, it hangs without a word. */
export async function runDatabaseAway(options: OutageOptions & { frozen: boolean }): Promise<OutageReport> {
  const dataDirectory = join(options.directory, 'away');
  const database = { dataDirectory: join(options.directory, 'database'), log: pino({ level: 'silent' }) };
  await mkdir(database.dataDirectory, { recursive: true });
  let server = await startEmbeddedPostgres(database);
  const { port, connectionString } = server;
  try {
    const lectern = await startLectern({
      dataDirectory,
      environment: { DATABASE_URL: connectionString },
    });
    try {
      return await writeThrough({
        origin: lectern.origin,
        video: options.video,
        outage: async () => {
          if (options.frozen) {
            const all = [
              server.pid,
              ...(await listDescendants(server.pid)).map(({ processId }) => processId),
            ];
            for (const id of all) process.kill(id, 'SIGSTOP');
            await sleep(options.seconds * 1000);
            for (const id of all) process.kill(id, 'SIGCONT');
            return;
          }
          await server.stop();
          await sleep(options.seconds * 1000);
          server = await startEmbeddedPostgres({ ...database, requiredPort: port });
        },
      });
    } finally {
      await lectern.stop();
    }
  } finally {
    await server.stop();
  }
}

/** A firewall between Lectern and its database forgets every connection and drops all packets for a while. */
export async function runDatabaseSilent(options: OutageOptions): Promise<OutageReport> {
  const database = {
    dataDirectory: join(options.directory, 'silent-database'),
    log: pino({ level: 'silent' }),
  };
  await mkdir(database.dataDirectory, { recursive: true });
  const server = await startEmbeddedPostgres(database);
  const way = await WayToDatabase.open(server.connectionString);
  try {
    const lectern = await startLectern({
      dataDirectory: join(options.directory, 'silent'),
      environment: { DATABASE_URL: way.url },
    });
    try {
      return await writeThrough({
        origin: lectern.origin,
        video: options.video,
        outage: async () => {
          way.swallow();
          await sleep(options.seconds * 1000);
          way.deliver();
        },
      });
    } finally {
      await lectern.stop();
    }
  } finally {
    await way.close();
    await server.stop();
  }
}

const DISK_MEGABYTES = 640;
/** Storage full. */
const STORAGE_FULL = 507;

/** The disk of the data directory fills up, stays full for a while, and is given room again. Needs the right to mount. */
export async function runFullDisk(options: OutageOptions): Promise<OutageReport> {
  const disk = join(options.directory, 'disk');
  await mkdir(disk, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=0755`, 'tmpfs', disk]);
  try {
    const lectern = await startLectern({
      dataDirectory: join(disk, 'data'),
    });
    try {
      return await writeThrough({
        origin: lectern.origin,
        video: options.video,
        explainedStatuses: [STORAGE_FULL],
        outage: async () => {
          const filler = join(disk, 'filler');
          await fill(disk, filler, options.seconds);
          await rm(filler);
        },
      });
    } finally {
      await lectern.stop();
    }
  } finally {
    await run('umount', [disk]);
  }
}

/** Fills the disk repeatedly, since other programs free space. */
async function fill(disk: string, filler: string, seconds: number): Promise<void> {
  const handle = await open(filler, 'w');
  try {
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      const { bavail, bsize } = await statfs(disk);
      const bytes = Math.min(bavail * bsize, 8 * 1024 * 1024);
      await handle.write(Buffer.alloc(Math.max(bytes, 1), 1)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      });
      if (bytes === 0) await sleep(50);
    }
  } finally {
    await handle.close();
  }
}
