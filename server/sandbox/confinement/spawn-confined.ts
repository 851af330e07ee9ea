import { spawn, type ChildProcess, type SerializationType, type StdioOptions } from 'node:child_process';
import {
  halfChildPriority,
  lowerSessionPriority,
  priorityEnvironment,
} from '#server/platform/lower-priority.ts';
import type { Confinement, ConfinedProgram } from './confinement.ts';
import { detectConfinement } from './detect-confinement.ts';

let areBackground = false;

/** From now on, the sessions of children have a lower priority than this process: for a worker beside an api process. */
export function putChildrenInBackground(): void {
  areBackground = true;
}

let chosen: Confinement | undefined;

/** Sets what confines the child processes that this process starts from now on. */
export function useConfinement(confinement: Confinement): void {
  chosen = confinement;
}

/** What confines this process's children. By default the strongest confinement that works here. */
export const findConfinement = (): Confinement =>
  (chosen ??= detectConfinement({ mode: 'auto' }).confinement);

/**
 * Starts one of Lectern's modules confined, with a separate environment. A kill reaches it through the program that
 * confines it, whose process `pid` names.
 */
export function spawnConfined(
  program: ConfinedProgram,
  options: {
    readonly stdio: StdioOptions;
    readonly serialization?: SerializationType;
    readonly environment?: Readonly<Record<string, string>>;
  },
): ChildProcess {
  const command = findConfinement().createCommand(program);
  const child = spawn(command.file, command.arguments, {
    env: { ...priorityEnvironment(), ...options.environment },
    stdio: options.stdio,
    detached: command.isDetached,
    ...(options.serialization === undefined ? {} : { serialization: options.serialization }),
  });
  // Requests go first, and at 5 steps what is confined still gets a third as much as another program of the machine.
  const steps = halfChildPriority();
  // Otherwise it is in our session, whose priority is the api's too; the child lowers its own.
  if (areBackground && command.isDetached && child.pid !== undefined && steps > 0)
    void lowerSessionPriority(child.pid, steps);
  return child;
}
