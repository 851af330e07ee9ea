import type { Session } from '#contract/accounts.ts';
import type { LtiIdentity, LtiLaunch } from '#contract/lti.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, retryingDeadlocks, type Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound, ProblemError } from '#server/problem-error.ts';
import { openLinkedSession, readOpenableAccount, type OpenableAccount } from '../accounts/linked-accounts.ts';
import type { Caller } from '../accounts/sessions.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { findSharedQuizOfCode } from '../shared-quizzes/shared-quizzes.ts';
import { markSessionOpened, permitQuiz } from './launch.store.ts';
import { getLaunch, type Launch, type LaunchTicket } from './launches.ts';
import {
  deleteIdentitiesOn,
  findUserIdOfPerson,
  insertIdentity,
  listIdentityRows,
  touchIdentity,
} from './platform.store.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets'>;

const personOf = ({ platform, subject }: Launch) => ({ platformId: platform.id, subject });

/** The account that the person of a launch uses; undefined while none is linked. */
export async function findLinkedAccount(
  { database }: Pick<Dependencies, 'database'>,
  launch: Launch,
): Promise<OpenableAccount | undefined> {
  const userId = await findUserIdOfPerson(database, personOf(launch));
  return userId === undefined ? undefined : readOpenableAccount({ database }, userId);
}

/** What an instructor's page shows. */
export async function describeInstructorLaunch(
  dependencies: Needed,
  launch: Launch,
): Promise<Extract<LtiLaunch, { kind: 'instructor' | 'deep_linking' }>> {
  const account = await findLinkedAccount(dependencies, launch);
  const base = {
    platform_name: launch.platform.name,
    person_name: launch.personName,
    account: account === undefined ? null : { email: account.email },
  };
  return launch.kind === 'deep_linking'
    ? { kind: 'deep_linking', ...base }
    : { kind: 'instructor', ...base, destination: await findDestination(dependencies, launch, account) };
}

type Destination = Extract<LtiLaunch, { kind: 'instructor' }>['destination'];

const START: Destination = { path: '/courses', name: null, is_of_other: false };

/** The quiz or course of the link. What belongs to another account is not named. */
async function findDestination(
  { database }: Needed,
  launch: Launch,
  account: OpenableAccount | undefined,
): Promise<Destination> {
  if (launch.quizCode !== null) {
    const quiz = await findSharedQuizOfCode({ database }, launch.quizCode);
    if (quiz === undefined || account === undefined) return START;
    if (quiz.instructor_id !== account.id) return { ...START, is_of_other: true };
    // An owner who opens a link that was entered by hand places the quiz with that.
    await permitQuiz(database, { platform_id: launch.platform.id, shared_quiz_id: quiz.id });
    return { path: `/quiz-results/${quiz.id}`, name: quiz.name, is_of_other: false };
  }
  if (launch.courseId === null || account === undefined) return START;
  try {
    const actor = { userId: account.id, instructorId: account.id };
    const course = await getOwnCourse({ database }, actor, launch.courseId);
    return { path: `/course/${course.id}`, name: course.title, is_of_other: false };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
    return { ...START, is_of_other: true };
  }
}

/**
 * Links the person of a launch to the actor, who is signed in: that proves that both are one person, as no e-mail address would.
 * An API key does not suffice: the link would outlive it.
 * @throws {ProblemError} token_invalid; not_allowed; conflict where the person uses another account.
 */
export async function linkPerson(dependencies: Needed, actor: Actor, ticket: LaunchTicket): Promise<void> {
  const launch = await getInstructorLaunch(dependencies, ticket);
  if (actor.sessionId === undefined) throw new ProblemError('sign_in_to_link');
  await inTransaction(dependencies.database, async (transaction) => {
    if (await insertIdentity(transaction, personOf(launch), actor.userId)) {
      await recordAudit(transaction, 'lti_identity_linked', {
        by: actor.userId,
        on: ['lti_platform', launch.platform.id],
        details: { platform: launch.platform.name },
      });
    } else if ((await findUserIdOfPerson(transaction, personOf(launch))) !== actor.userId) {
      throw new ProblemError('lti_identity_taken');
    }
  });
}

async function getInstructorLaunch(dependencies: Needed, ticket: LaunchTicket): Promise<Launch> {
  const launch = await getLaunch(dependencies, ticket);
  if (launch.kind === 'student') throw new ProblemError('lti_launch_of_other_kind');
  return launch;
}

/**
 * Signs in to the account of the person, once for each launch. Administrators sign in themselves: whoever runs the platform could
 * otherwise act as one.
 * @throws {ProblemError} token_invalid; conflict while no account is linked; account_inactive; not_allowed.
 */
export async function openSessionOfLaunch(
  dependencies: Needed,
  ticket: LaunchTicket,
  caller: Caller,
): Promise<Session> {
  const launch = await getInstructorLaunch(dependencies, ticket);
  return retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const userId = await findUserIdOfPerson(transaction, personOf(launch));
      if (userId === undefined) throw new ProblemError('lti_account_not_linked');
      if (!(await markSessionOpened(transaction, launch.tokenHash)))
        throw new ProblemError('lti_launch_expired');
      await touchIdentity(transaction, personOf(launch));
      return openLinkedSession({ ...dependencies, database: transaction }, userId, caller);
    }),
  );
}

/** The platforms on which the actor's account is used. */
export async function listOwnIdentities(
  { database }: { database: Database },
  actor: Actor,
): Promise<LtiIdentity[]> {
  const rows = await listIdentityRows(database, actor.userId);
  return rows.map(({ platform_id, platform_name, subject, created_at: created, last_used_at: used }) => ({
    platform_id,
    platform_name,
    subject,
    created_at: created.toISOString(),
    last_used_at: used.toISOString(),
  }));
}

/** The platform opens the account no longer. @throws {ProblemError} not_found. */
export async function unlinkPlatform(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  platformId: number,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await deleteIdentitiesOn(transaction, { platformId, userId: actor.userId })))
      throw notFound('lti_identity');
    await recordAudit(transaction, 'lti_identity_unlinked', {
      by: actor.userId,
      on: ['lti_platform', platformId],
    });
  });
}
