import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { hasCode } from './binaries.ts';

const execute = promisify(execFile);

/**
 * Lists the ids of the living processes (postmaster and backends) of one cluster. They are recognised by the
 * cluster's name, which is unique to the data directory and appears in the postmaster's arguments and in
 * every backend's title; a zombie has neither, and a process that inherited an old id has not either.
 */
export async function listServerProcesses(clusterName: string): Promise<number[]> {
  const found = process.platform === 'linux' ? await listFromProc() : await listFromPs();
  return found.filter(({ command }) => belongsTo(command, clusterName)).map(({ processId }) => processId);
}

/** True when this id is a living process of the cluster. */
export async function isServerProcess(processId: number, clusterName: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await listServerProcesses(clusterName)).includes(processId);
  const command = await findCommand(processId);
  return command !== undefined && belongsTo(command, clusterName);
}

function belongsTo(command: string, clusterName: string): boolean {
  return (
    command.startsWith(`postgres: ${clusterName}: `) ||
    // Arguments end in NUL in /proc and in a blank or the end of the line in the output of ps.
    new RegExp(`[\\0 ]cluster_name=${clusterName}(?:[\\0 ]|$)`, 'u').test(command)
  );
}

interface RunningProcess {
  readonly processId: number;
  readonly command: string;
}

async function listFromProc(): Promise<RunningProcess[]> {
  const processIds = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(Number);
  const commands = await Promise.all(processIds.map(findCommand));
  return processIds.flatMap((processId, index) => {
    const command = commands[index];
    return command === undefined ? [] : [{ processId, command }];
  });
}

async function findCommand(processId: number): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${processId}/cmdline`, 'utf8');
  } catch (error) {
    // Gone in the meantime, or hidden from us (then it is another user's, and not this cluster's).
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].some((code) => hasCode(error, code))) return undefined;
    throw error;
  }
}

async function listFromPs(): Promise<RunningProcess[]> {
  const { stdout } = await execute('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line) => {
    const [, processId, command] = /^\s*(\d+)\s(.*)$/u.exec(line) ?? [];
    return processId === undefined || command === undefined
      ? []
      : [{ processId: Number(processId), command }];
  });
}

/** Sends a signal; a process that is gone already is not an error. */
export function signalProcess(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
