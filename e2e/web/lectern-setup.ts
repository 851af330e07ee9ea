import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { getTestModels } from '../../server/ai/testing/test-models.ts';
import { findRunningAddress } from '../../server/database/embedded/running-address.ts';
import { findFreePort, startLectern } from '../lectern-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the Lectern of the browser tests answers. */
    origin: string;
    /** Its database, for what no call does: an administrator made by the command line, a job that a crash left behind. */
    databaseUrl: string;
  }
}

/** One Lectern for all browser tests, with the built web app and real models; each test has an account of its own. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await getTestModels(undefined);
  // Built here so that the time it takes is nobody's time-out.
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../scripts/build-web.ts')]);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-web-'));
  const lectern = await startLectern({
    dataDirectory,
    port: await findFreePort(),
    environment: { REGISTRATIONS_PER_ADDRESS: '10000', LOG_LEVEL: 'warn' },
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
