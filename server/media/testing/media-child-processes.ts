import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Ids of the running processes whose command line names a file: the media children at work on it. */
export async function listProcessesOf(path: string): Promise<number[]> {
  if (process.platform === 'linux') {
    const numbers = (await readdir('/proc')).map(Number).filter(Number.isInteger);
    const found = await Promise.all(
      numbers.map(async (number) => {
        // Gone meanwhile, or of somebody else.
        const commandLine = await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '');
        return commandLine.includes(path) ? [number] : [];
      }),
    );
    return found.flat();
  }
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(path))
    .map((line) => Number.parseInt(line));
}
