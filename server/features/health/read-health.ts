import { pingDatabase } from '../../database/database.ts';
import { findWeakestConfinement } from '../../database/worker-sessions.ts';
import type { ComponentHealth, Health } from '../../../contract/health.ts';
import type { Dependencies } from '../../ports.ts';
import { BriefMemory } from '../../security/brief-memory.ts';

const ready: ComponentHealth = { status: 'ready' };

async function check(name: string, probe: () => Promise<unknown>): Promise<ComponentHealth> {
  try {
    await probe();
    return ready;
  } catch {
    // The reason is in the log of whoever needed the component; an open page must not tell of the inside.
    return { status: 'unavailable', reason: `The ${name} cannot be reached.` };
  }
}

/** What is remembered from one reading to the next: asking a store costs a write there, and anybody may ask. */
export const createStoreMemory = (): BriefMemory<ComponentHealth> =>
  new BriefMemory({ milliseconds: 10_000, maximumEntries: 1 });

/** The state of everything that Lectern rests on. `unavailable` exactly when the database is down. */
export async function readHealth(
  dependencies: Pick<
    Dependencies,
    'config' | 'database' | 'files' | 'freeSpace' | 'jobs' | 'readModelStates'
  >,
  version: string,
  storeMemory: BriefMemory<ComponentHealth>,
): Promise<Health> {
  const counts = { waiting: 0, running: 0, dead: 0 };
  const [database, jobQueue, fileStore, models, disk, confinement] = await Promise.all([
    check('database', () => pingDatabase(dependencies.database)),
    check('job queue', async () => Object.assign(counts, await dependencies.jobs.countJobs())),
    storeMemory.findOr('file store', () => check('file store', () => dependencies.files.check())),
    dependencies.readModelStates(),
    checkDisk(dependencies),
    // Unknown while the database is down, which `database` says.
    findWeakestConfinement(dependencies.database).catch(() => null),
  ]);
  const parts = [jobQueue, fileStore, disk, ...Object.values(models)];
  const isReady = parts.every(({ status }) => status === 'ready');
  return {
    status: database.status !== 'ready' ? 'unavailable' : isReady ? 'ready' : 'degraded',
    version,
    database,
    job_queue: { ...jobQueue, ...counts },
    file_store: fileStore,
    disk,
    models,
    confinement,
  };
}

async function checkDisk({
  config,
  freeSpace,
}: Pick<Dependencies, 'config' | 'freeSpace'>): Promise<Health['disk']> {
  let freeBytes = 0;
  const state = await check('disk', async () => {
    freeBytes = await freeSpace.readBytes();
  });
  if (state.status !== 'ready' || freeBytes >= config.storage.freeFloorBytes)
    return { ...state, ...(state.status === 'ready' ? { free_bytes: freeBytes } : {}) };
  const reason = 'The disk is nearly full. Uploads are refused until there is more room.';
  return { status: 'unavailable', reason, free_bytes: freeBytes };
}
