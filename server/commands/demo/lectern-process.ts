import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const READY_LINE = 'Lectern is ready';
const ALREADY_RUNNING_LINE = 'Lectern is already running';
const STOP_SECONDS = 60;

/** Lectern could not be started; the message is for the person at the terminal. */
export class LecternNotStartedError extends Error {
  override readonly name = 'LecternNotStartedError';
}

export interface RunningLectern {
  /** False when another terminal had started it: then it is not ours to stop. */
  readonly isOurs: boolean;
  readonly logFile: string;
  /** Resolves when the process that we started ends, for whatever reason; never otherwise. */
  readonly ended: Promise<void>;
  /** Stops what we started and waits for it; a second call hurries it. */
  stop(): Promise<void>;
}

/** Where a client on this machine reaches Lectern. @throws {LecternNotStartedError} for a port chosen by chance. */
export function originOfLectern(config: Config): string {
  if (config.port === 0) {
    throw new LecternNotStartedError(
      'The demo needs to know the port. Set PORT to a free one, or leave it unset.',
    );
  }
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[config.host] ?? config.host;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${config.port}`;
}

/**
 * Starts Lectern as `npm start` does, with its log in the data directory, unless one runs there already.
 * @throws {LecternNotStartedError} with what Lectern said.
 */
export async function startLectern(config: Config): Promise<RunningLectern> {
  // Passable, because PostgreSQL may run as another account, but not readable.
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o711 });
  const logFile = join(config.dataDirectory, 'demo.log');
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  // A separate group, so that a Ctrl-C reaches it once, from us, after we have said what is happening.
  const child = spawn(process.execPath, [MAIN], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  child.stderr.pipe(log, { end: false });
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const ready = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      log.write(`${line}\n`);
      if (line.startsWith(READY_LINE)) resolve();
    });
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      log.end();
      resolve();
    });
  });
  const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)]);
  const nothing = () => Promise.resolve();
  if (isReady) return { isOurs: true, logFile, ended, stop: () => stopProcess(child, ended) };
  const complaint = complaints.slice(-12).join('\n');
  if (!complaint.includes(ALREADY_RUNNING_LINE)) {
    throw new LecternNotStartedError(complaint === '' ? `Lectern ended at once. See ${logFile}.` : complaint);
  }
  return { isOurs: false, logFile, ended: new Promise(() => undefined), stop: nothing };
}

async function stopProcess(child: ReturnType<typeof spawn>, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const waiting = new AbortController();
  await Promise.race([
    ended,
    delay(STOP_SECONDS * 1000, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined),
  ]);
  waiting.abort();
}
