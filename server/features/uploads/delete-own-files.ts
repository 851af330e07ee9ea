import type { Actor, Dependencies } from '../../ports.ts';
import { deleteStoredFileRowsOf } from './stored-file.store.ts';
import { deleteFiles } from './upload.jobs.ts';

/** One job deletes no more than this, so that it ends well within its time. */
const FILES_PER_JOB = 500;

/**
 * Forgets all files of the actor, which no lesson may use any more, and has them deleted from the store. Call it in a
 * transaction: the jobs are part of it.
 */
export async function deleteOwnFiles(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
): Promise<void> {
  const keys = await deleteStoredFileRowsOf(dependencies.database, actor.instructorId);
  for (let start = 0; start < keys.length; start += FILES_PER_JOB) {
    await dependencies.jobs.enqueue(dependencies.database, deleteFiles, {
      keys: keys.slice(start, start + FILES_PER_JOB),
    });
  }
}
