import { pingDatabase } from '#server/platform/database/database.ts';
import { findWeakestConfinement } from '#server/platform/database/worker-sessions.ts';
import type { ComponentHealth, Health } from '#contract/health.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { BriefMemory } from '#server/platform/security/brief-memory.ts';

const ready: ComponentHealth = { status: 'ready' };

const unavailable = (reason: Message): ComponentHealth => ({
  status: 'unavailable',
  reason: wordMessage(reason),
  reason_coded: reason,
});

async function check(reason: Message, probe: () => Promise<unknown>): Promise<ComponentHealth> {
  try {
    await probe();
    return ready;
  } catch {
    // The reason is in the log of the process that needed the component; a public page must not show internals.
    return unavailable(reason);
  }
}

/** What is remembered from one reading to the next: asking a store costs a write there, and anybody may ask. */
export const createStoreMemory = ({ clock }: Pick<Dependencies, 'clock'>): BriefMemory<ComponentHealth> =>
  new BriefMemory({ milliseconds: 10_000, maximumEntries: 1, clock });

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
    check(message('health_database'), () => pingDatabase(dependencies.database)),
    check(message('health_job_queue'), async () =>
      Object.assign(counts, await dependencies.jobs.countJobs()),
    ),
    storeMemory.findOr('file store', () =>
      check(message('health_file_store'), () => dependencies.files.check()),
    ),
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
  const state = await check(message('health_disk'), async () => {
    freeBytes = await freeSpace.readBytes();
  });
  if (state.status !== 'ready' || freeBytes >= config.storage.freeFloorBytes)
    return { ...state, ...(state.status === 'ready' ? { free_bytes: freeBytes } : {}) };
  return { ...unavailable(message('health_disk_full')), free_bytes: freeBytes };
}
