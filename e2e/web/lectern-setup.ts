import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { findRunningAddress } from '#server/platform/database/embedded/running-address.ts';
import { startLectern } from '../lectern-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the Lectern under test. */
    origin: string;
    /** For states that no call creates, such as an administrator or a job left behind by a crash. */
    databaseUrl: string;
  }
}

/** All browser tests share one Lectern with the built web app and real models; each test has its own account. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await getTestModels(undefined);
  // Building first keeps its time out of the tests' timeouts.
  await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../../server/commands/build-web.ts'),
  ]);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-web-'));
  const lectern = await startLectern({
    dataDirectory,
    environment: {
      // Models answer pages that wait for them, on a machine that runs other tests too.
      CHILD_PRIORITY: '0',
      // Tests that need a question bank insert it (question-banks.ts).
      PREPARE_QUESTIONS: 'off',
    },
  });
  provide('origin', lectern.origin);
  const databaseUrl = await findRunningAddress(dataDirectory);
  if (databaseUrl === undefined) throw new Error('The database of the browser tests does not run.');
  provide('databaseUrl', databaseUrl);
  return async () => {
    await lectern.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
