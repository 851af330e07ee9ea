import { inTransaction, retryingDeadlocks } from '#server/platform/database/database.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import type { Actor, Administrator } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteAllCourses } from '../trash/trash.ts';
import { deleteOwnFiles } from '../uploads/stored-files.ts';
import { discardBytes, forgetOwnUploads, type OwnUpload } from '../uploads/resumable/resumable-uploads.ts';
import { deleteUserRow, findUserById, lockAdministrators, lockUser } from './account.store.ts';
import { confirmPassword, type PasswordCheck } from './check-password.ts';
import { deleteSessionsOf } from './session.store.ts';

type Needed = Pick<Dependencies, 'config' | 'database' | 'jobs' | 'rateLimits' | 'unfinishedFiles'>;

/**
 * Deletes the account: sessions, key, courses with all that is in them and the trash, uploads, conversations, jobs and their answers.
 * All of it goes in one transaction, and the files in a job of it. A job that runs at that moment finds nothing to
 * write to. To be asked twice is to be asked once.
 * @throws {ProblemError} validation_failed on `password`; too_many_requests.
 */
export async function deleteAccount(dependencies: Needed, actor: Actor, check: PasswordCheck): Promise<void> {
  await confirmPassword(dependencies, actor, check);
  // Concurrent requests may lock rows in another order.
  const uploads = await retryingDeadlocks(() =>
    inTransaction(dependencies.database, (transaction) =>
      deleteEverything({ ...dependencies, database: transaction }, actor, actor.userId),
    ),
  );
  await discardBytes(dependencies, uploads);
}

/**
 * Deletes another's account as {@link deleteAccount} does.
 * @param email of the account: an administrator types it, so that no other account is deleted by mistake.
 * @throws {ProblemError} not_found; validation_failed on `email`; conflict for the administrator's own account and for
 *   that of the last administrator.
 */
export async function deleteAccountOf(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'unfinishedFiles'>,
  administrator: Administrator,
  id: number,
  email: string,
): Promise<void> {
  if (administrator.userId === id) throw new ProblemError('not_on_yourself');
  const uploads = await retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const administrators = await lockAdministrators(transaction);
      const user = await findUserById(transaction, id);
      if (user === undefined) throw new ProblemError('account_not_found');
      if (user.email !== email.trim().toLowerCase()) throw invalidField('email', 'email_of_other_account');
      if (administrators.length === 1 && administrators[0] === id)
        throw new ProblemError('last_administrator');
      const inside = { ...dependencies, database: transaction };
      return deleteEverything(inside, { userId: id, instructorId: id }, administrator.userId);
    }),
  );
  await discardBytes(dependencies, uploads);
}

/** Returns the uploads whose bytes are to be discarded once this has been committed. */
async function deleteEverything(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  deletedBy: number | null,
): Promise<OwnUpload[]> {
  const { database, jobs } = dependencies;
  // Sessions before the user, as a refresh takes them.
  await deleteSessionsOf(database, actor.userId, undefined);
  if (!(await lockUser(database, actor.userId))) return [];
  await deleteAllCourses(dependencies, actor, deletedBy);
  const uploads = await forgetOwnUploads(dependencies, actor);
  await deleteOwnFiles(dependencies, actor);
  await jobs.forgetInstructor(database, actor.instructorId);
  await deleteUserRow(database, actor.userId);
  await recordAudit(database, 'account_deleted', { by: deletedBy, on: ['account', actor.userId] });
  await announce(database, { kind: 'access_ended', userId: actor.userId });
  return uploads;
}
