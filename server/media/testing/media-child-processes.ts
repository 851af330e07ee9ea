import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Ids of the media children at work on a file: their command line names it. What confines them does too, and is not counted. */
export async function listProcessesOf(path: string): Promise<number[]> {
  if (process.platform === 'linux') {
    const numbers = (await readdir('/proc')).map(Number).filter(Number.isInteger);
    const found = await Promise.all(
      numbers.map(async (number) => {
        // It has exited, or belongs to another user.
        const commandLine = await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '');
        return isMediaChild(commandLine.replaceAll('\0', ' '), path) ? [number] : [];
      }),
    );
    return found.flat();
  }
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => isMediaChild(line.replace(/^ *\d+ /u, ''), path))
    .map((line) => Number.parseInt(line));
}

const isMediaChild = (commandLine: string, path: string): boolean =>
  commandLine.startsWith(process.execPath) && commandLine.includes(path);
