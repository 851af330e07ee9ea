import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '#server/config.ts';

export interface AdminRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run admin -- …` as its own process. */
export const runAdmin = (given: readonly string[], environment: NodeJS.ProcessEnv): Promise<AdminRun> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, '../admin.ts');
    const options = { env: childEnvironment(environment), maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [file, ...given], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
