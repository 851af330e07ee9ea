import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLectern, type LecternProcess } from '#e2e/lectern-process.ts';
import { readResidentBytes } from '#e2e/process-table.ts';

/** Runs a bench against a whole Lectern with its own data directory, which is removed afterwards. */
export async function withLectern<Result>(
  use: (lectern: LecternProcess) => Promise<Result>,
  environment: NodeJS.ProcessEnv = {},
): Promise<Result> {
  return withDirectory(async (directory) => {
    const lectern = await startLectern({
      dataDirectory: join(directory, 'data'),
      environment: { LOG_LEVEL: 'warn', ...environment },
    });
    try {
      return await use(lectern);
    } finally {
      await lectern.stop();
    }
  });
}

export async function withDirectory<Result>(use: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Watches the resident memory of a process until `stop`, which returns the most it had, in bytes. */
export function watchMemory(processId: number): { stop: () => Promise<number> } {
  let mostBytes = 0;
  const look = async (): Promise<void> => {
    mostBytes = Math.max(mostBytes, await readResidentBytes(processId));
  };
  const timer = setInterval(() => void look(), 50);
  return {
    stop: async () => {
      clearInterval(timer);
      await look();
      return mostBytes;
    },
  };
}
