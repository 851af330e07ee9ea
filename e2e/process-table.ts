import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly processId: number;
  readonly parentId: number;
  /** The command with its arguments, separated by blanks. */
  readonly command: string;
}

/** Every process of this machine that is not a zombie. Linux only, as these tests and benches are. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const entries = await Promise.all(names.map((name) => findProcess(Number(name))));
  return entries.filter((entry) => entry !== undefined);
}

async function findProcess(processId: number): Promise<ProcessEntry | undefined> {
  try {
    const [stat, commandLine] = await Promise.all([
      readFile(`/proc/${processId}/stat`, 'utf8'),
      readFile(`/proc/${processId}/cmdline`, 'utf8'),
    ]);
    // The second field, a name in parentheses, may itself hold blanks and parentheses.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { processId, parentId: Number(parent), command: commandLine.replaceAll('\0', ' ').trim() };
  } catch {
    // It ended after the listing, so it no longer runs.
    return undefined;
  }
}

/** The processes below one, nearest first. */
export async function listDescendants(processId: number): Promise<ProcessEntry[]> {
  const all = await listProcesses();
  const found: ProcessEntry[] = [];
  let parents = [processId];
  while (parents.length > 0) {
    const children = all.filter((entry) => parents.includes(entry.parentId));
    found.push(...children);
    parents = children.map((entry) => entry.processId);
  }
  return found;
}

/** Resident memory of a process in bytes; 0 when it has ended. */
export async function readResidentBytes(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1] ?? 0) * 1024;
}
