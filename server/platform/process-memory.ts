import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pageBytes = 4096;

/**
 * Resident memory in bytes of a process and of those it started: a confined one is the child of what confines it.
 * Undefined when it has ended or the system does not tell.
 */
export async function findResidentBytes(processId: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      const fields = (await readFile(`/proc/${processId}/statm`, 'latin1')).split(' ');
      const descendants = await Promise.all((await listChildren(processId)).map(findResidentBytes));
      return descendants.reduce<number>((sum, bytes) => sum + (bytes ?? 0), Number(fields[1]) * pageBytes);
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(processId)], { timeout: 2000 });
    const kibibytes = Number(stdout.trim());
    return Number.isFinite(kibibytes) && kibibytes > 0 ? kibibytes * 1024 : undefined;
  } catch {
    // The process ended between two looks, or there is no `ps`; V8's own limits still hold then.
    return undefined;
  }
}

/** Of the main thread, which starts all that Lectern's processes and the programs around them start. */
async function listChildren(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'latin1').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
