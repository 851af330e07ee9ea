import { ConfigError } from '#server/config.ts';
import { DataDirectoryInUseError } from '#server/platform/database/embedded/data-directory-lock.ts';
import { EmbeddedPostgresError } from '#server/platform/database/embedded/embedded-postgres-error.ts';
import { FileStoreFullError } from '#server/platform/files/file-store.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import type { StartupLog } from '#server/platform/supervision/startup-log.ts';
import { AdminError } from '../admin/admin-error.ts';
import { BackupError } from './backup-error.ts';

/** Progress goes to standard error, so that standard output holds the result alone. */
export const commandLog: StartupLog = {
  info: (message) => process.stderr.write(`${message}\n`),
  warn: (message) => process.stderr.write(`${message}\n`),
  error: (message) => process.stderr.write(`${message}\n`),
};

/** Messages that tell the person enough; a stack would hide them. */
const isExplained = (error: unknown): error is Error =>
  error instanceof BackupError ||
  error instanceof AdminError ||
  error instanceof ProblemError ||
  error instanceof ConfigError ||
  error instanceof DataDirectoryInUseError ||
  error instanceof EmbeddedPostgresError ||
  error instanceof FileStoreFullError;

/** Node's and node-postgres's own: no connection, a wrong password, a full disk. */
const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Runs a command until it ends or Ctrl-C breaks it off in order; sets the exit code. */
export async function runCommand(command: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new BackupError('Broken off. Nothing was changed.')));
  try {
    await command(stopping.signal);
  } catch (error) {
    process.exitCode = 1;
    const cause: unknown = stopping.signal.aborted ? stopping.signal.reason : error;
    if (isExplained(cause)) commandLog.error(cause.message);
    else if (isOfSystem(cause)) commandLog.error(describeFault(cause));
    else commandLog.error(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
  }
}

/** A refused connection to a name with several addresses has no message. */
function describeFault(error: Error): string {
  const message =
    error instanceof AggregateError && error.message === ''
      ? error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join('; ')
      : error.message;
  return `It failed and changed nothing: ${message}`;
}

/** Such as "1.4 GB". */
export function describeBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step] ?? ''}`;
}
