import { inTransaction, retryingDeadlocks } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteAllCourses } from '../trash/delete-for-good.ts';
import { deleteOwnFiles } from '../uploads/delete-own-files.ts';
import { discardBytes, forgetOwnUploads, type OwnUpload } from '../uploads/resumable/own-uploads.ts';
import { deleteUserRow, lockUser } from './account.store.ts';
import { confirmPassword, type PasswordCheck } from './confirm-password.ts';
import { deleteSessionsOf } from './session.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'rateLimits' | 'unfinishedFiles'>;

/**
 * Deletes the account: sessions, key, courses with all that is in them and the trash, uploads, conversations, jobs and their answers.
 * All of it goes in one transaction, and the files in a job of it. A job that runs at that moment finds nothing to
 * write to. To be asked twice is to be asked once.
 * @throws {ProblemError} validation_failed on `password`; too_many_requests.
 */
export async function deleteAccount(dependencies: Needed, actor: Actor, check: PasswordCheck): Promise<void> {
  await confirmPassword(dependencies, actor, check);
  // What somebody does at that moment may hold rows in another order.
  const uploads = await retryingDeadlocks(() =>
    inTransaction(dependencies.database, (transaction) =>
      deleteEverything({ ...dependencies, database: transaction }, actor),
    ),
  );
  await discardBytes(dependencies, uploads);
}

/** Returns the uploads whose bytes are to be discarded once this has been committed. */
async function deleteEverything(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
): Promise<OwnUpload[]> {
  const { database, jobs } = dependencies;
  // Sessions before the user, as a refresh takes them.
  await deleteSessionsOf(database, actor.userId, undefined);
  if (!(await lockUser(database, actor.userId))) return [];
  await deleteAllCourses(dependencies, actor);
  const uploads = await forgetOwnUploads(dependencies, actor);
  await deleteOwnFiles(dependencies, actor);
  await jobs.forgetInstructor(database, actor.instructorId);
  await deleteUserRow(database, actor.userId);
  await recordAudit(database, {
    action: 'account_deleted',
    actorId: actor.userId,
    subject: { kind: 'account', id: actor.userId },
  });
  await announce(database, { kind: 'access_ended', userId: actor.userId });
  return uploads;
}
