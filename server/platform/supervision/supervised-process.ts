import { isMessageToChild } from './messages.ts';
import type { MessageFromChild } from './messages.ts';

/** Why a process is to stop. */
export type StopReason = 'asked-by-supervisor' | 'signal' | 'supervisor-gone';

/** True in a process that a supervisor forked (and that still has its channel to it). */
export function isSupervised(): boolean {
  return process.send !== undefined && process.connected;
}

/**
 * Reports to the supervisor that this process is ready. Does nothing without a supervisor.
 * @param port the port on which it listens, if any
 */
export function sayReady(port?: number): Promise<void> {
  return send({ lectern: 'ready', port });
}

/**
 * Reports to the supervisor that this process cannot work for a reason that a restart does not fix,
 * such as a port in use. The supervisor shows `message` and does not restart it. Exit the process afterwards.
 */
export function sayCannotStart(message: string): Promise<void> {
  return send({ lectern: 'cannot-start', message });
}

function send(message: MessageFromChild): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send || !process.connected) {
      resolve();
      return;
    }
    // An error means that the supervisor is gone, which whenAskedToStop hears by itself.
    process.send(message, undefined, undefined, () => resolve());
  });
}

/**
 * Calls back once when the supervisor has died or closed its channel. Call it early: it keeps the channel
 * from being missed, and whenAskedToStop includes it.
 */
export function onSupervisorGone(callback: () => void): void {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', callback);
  else queueMicrotask(callback);
}

/**
 * Calls `stop` once when this process is to end: asked by the supervisor, by SIGTERM, by the supervisor's
 * death, or, in a process started by hand, by SIGINT. Under a supervisor SIGINT is ignored, because a
 * Ctrl-C reaches every process of the terminal at once and the supervisor stops them in order.
 * When `stop` has settled the process exits: 0, or 1 after writing the reason of a failure to stderr.
 */
export function whenAskedToStop(stop: (reason: StopReason) => Promise<void> | void): void {
  let asked = false;
  const ask = (reason: StopReason): void => {
    if (asked) return;
    asked = true;
    void end(stop, reason);
  };
  const supervised = isSupervised();
  process.on('SIGTERM', () => ask('signal'));
  process.on('SIGINT', () => {
    if (!supervised) ask('signal');
  });
  // A closed terminal; supervised processes hear of it through the supervisor.
  process.on('SIGHUP', () => {
    if (!supervised) ask('signal');
  });
  process.on('message', (message) => {
    if (isMessageToChild(message)) ask('asked-by-supervisor');
  });
  onSupervisorGone(() => ask('supervisor-gone'));
  // The supervisor reads stderr: once it is dead every write fails, which must not break an orderly end.
  process.stderr.on('error', () => undefined);
}

async function end(stop: (reason: StopReason) => Promise<void> | void, reason: StopReason): Promise<void> {
  try {
    await stop(reason);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`Stopping failed: ${detail}\n`, () => process.exit(1));
    return;
  }
  process.exit(0);
}
