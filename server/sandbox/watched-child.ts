import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Clock } from '../platform/clock.ts';
import { findResidentBytes } from '../platform/process-memory.ts';

/** How a child process ended. */
export interface ChildEnd {
  readonly exitCode: number | null;
  /** The signal that ended it, even if a wrapping program reports it as an exit code. */
  readonly signal: string | undefined;
  /** Such as `SIGKILL` or `exit code 1`. */
  readonly how: string;
}

export interface WatchedChild {
  /** False from the moment it is killed: it must not get more work while it is dying. */
  readonly isAlive: boolean;
  /** Resolves when it has exited and its last output is read. */
  readonly ended: Promise<ChildEnd>;
  /** The last non-blank lines of its standard error. */
  lastLines(): string;
  /** Kills it; resolves when it has exited. */
  kill(): Promise<ChildEnd>;
  /** Kills it if its resident memory exceeds a limit. Returns a function that stops watching. */
  limitMemory(bytes: number, onExceeded: () => void): () => void;
}

const MEMORY_LOOK_MILLISECONDS = 50;
const KEPT_CHARACTERS = 4000;
const KEPT_LINES = 12;

/** Follows a child process, however it was started. */
export function watchChild(
  child: ChildProcess,
  clock: Clock,
  readMemory: typeof findResidentBytes = findResidentBytes,
): WatchedChild {
  let isAlive = true;
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-KEPT_CHARACTERS);
  });
  const ended = new Promise<ChildEnd>((resolve) => {
    // Not 'close', which also waits for a grandchild to release the output.
    child.once('exit', (exitCode, signalName) => {
      isAlive = false;
      const signal = findEndSignal(exitCode, signalName);
      const how = signal ?? `exit code ${exitCode ?? 'unknown'}`;
      // The last output arrives in this turn of the event loop.
      setImmediate(() => resolve({ exitCode, signal, how }));
    });
    // Without a listener an 'error' would end this process.
    child.on('error', (error) => {
      isAlive = false;
      // A process that could not be started never exits.
      if (child.pid === undefined) resolve({ exitCode: null, signal: undefined, how: error.message });
    });
  });

  function kill(): Promise<ChildEnd> {
    isAlive = false;
    // An idle child does not keep this process alive; the caller waits for its end.
    child.ref();
    child.kill('SIGKILL');
    return ended;
  }

  return {
    get isAlive() {
      return isAlive;
    },
    ended,
    kill,
    lastLines: () =>
      errorOutput
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(-KEPT_LINES)
        .join('\n'),
    limitMemory(limit, onExceeded) {
      let isWatching = true;
      const look = async (): Promise<void> => {
        const bytes = child.pid === undefined ? undefined : await readMemory(child.pid);
        // The process may be working on the next request by now.
        if (bytes === undefined || bytes <= limit || !isAlive || !isWatching) return;
        onExceeded();
        void kill();
      };
      const stopLooking = clock.every(MEMORY_LOOK_MILLISECONDS, () => void look());
      return () => {
        isWatching = false;
        stopLooking();
      };
    },
  };
}

let report: (error: Error) => void = () => undefined;

/** Sets the listener for crashes of children, including those whose request is retried. Api and worker log them. */
export function onChildCrash(listener: (error: Error) => void): void {
  report = listener;
}

export const reportCrash = (error: Error): void => report(error);

/** Reversed, because the last name counts: `SIGABRT` comes before its other name, `SIGIOT`. */
const SIGNALS = new Map(
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [128 + number, name]),
);

/** The program that confines a process reports the signal that killed it as an exit code, as shells do. */
const findEndSignal = (exitCode: number | null, signal: string | null): string | undefined =>
  signal ?? SIGNALS.get(exitCode ?? 0);
