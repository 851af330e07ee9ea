import { readFileSync } from 'node:fs';
import { systemClock, type Clock } from '../clock.ts';

const LOOK_MILLISECONDS = 1_000;

export interface ProcessReader {
  /** The parent of this process. */
  readonly parentId: () => number;
  /** The parent of another one; undefined when it is gone, or where there is no `/proc`. */
  readonly parentOf: (processId: number) => number | undefined;
  /** The arguments of another one, the program first. */
  readonly argumentsOf: (processId: number) => readonly string[];
}

/**
 * Calls back once when npm has ended, under which `npm start` runs this process. npm passes a SIGTERM on to the shell between, which ends
 * without a word to this process; a SIGKILL of npm even leaves the shell running.
 * @returns a function that ends the watch.
 */
export function onLauncherGone(
  callback: () => void,
  {
    clock = systemClock,
    read = processReader,
  }: { readonly clock?: Clock; readonly read?: ProcessReader } = {},
): () => void {
  const parent = read.parentId();
  const isShell = read.argumentsOf(parent)[1] === '-c';
  const aboveShell = isShell ? read.parentOf(parent) : undefined;
  const isGone = (): boolean =>
    read.parentId() !== parent || (aboveShell !== undefined && read.parentOf(parent) !== aboveShell);
  const stop = clock.every(LOOK_MILLISECONDS, () => {
    if (!isGone()) return;
    stop();
    callback();
  });
  return stop;
}

const processReader: ProcessReader = {
  parentId: () => process.ppid,
  parentOf: (processId) => {
    const stat = readProcessFile(processId, 'stat');
    // The second field, a name in parentheses, may itself contain blanks and parentheses.
    const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return parent === undefined ? undefined : Number(parent);
  },
  argumentsOf: (processId) => readProcessFile(processId, 'cmdline')?.split('\0') ?? [],
};

function readProcessFile(processId: number, name: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${processId}/${name}`, 'utf8');
  } catch (error) {
    // It has ended, or this system has no /proc.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
