import { createHmac } from 'node:crypto';
import type { LtiLaunch } from '#contract/lti.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { seal } from '#server/security/seal.ts';
import { joinFromPlatform, presentInvitation } from '../shared-quizzes/join-quiz.ts';
import { hasPlatformAttempt, findSharedQuizOfCode } from '../shared-quizzes/shared-quizzes.ts';
import { findLineItem, findStudentId, upsertLineItem, upsertStudent } from './launch.store.ts';
import { getLaunch, type Launch, type LaunchTicket } from './launches.ts';
import { enqueueScore } from './score.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets' | 'jobs' | 'rateLimits'>;

/** The same for each launch of a student on one platform, and worth nothing outside of this Lectern. */
const studentKeyOf = ({ secrets }: Pick<Dependencies, 'secrets'>, { platform, subject }: Launch): Buffer =>
  createHmac('sha256', secrets.studentKey).update(`platform ${platform.id} ${subject}`).digest();

/** The quiz of a student's launch, which may have been taken back since. @throws {ProblemError} not_found; conflict. */
async function getQuiz({ database }: Pick<Dependencies, 'database'>, launch: Launch) {
  if (launch.kind !== 'student' || launch.quizCode === null)
    throw new ProblemError('lti_launch_of_other_kind');
  const quiz = await findSharedQuizOfCode({ database }, launch.quizCode);
  if (quiz === undefined) throw new ProblemError('quiz_link_unknown');
  return quiz;
}

/** What a student sees before the quiz begins. @throws {ProblemError} not_found. */
export async function describeStudentLaunch(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  launch: Launch,
): Promise<Extract<LtiLaunch, { kind: 'student' }>> {
  const { database } = dependencies;
  const quiz = await getQuiz(dependencies, launch);
  const studentKey = studentKeyOf(dependencies, launch);
  const studentId = await findStudentId(database, { platformId: launch.platform.id, studentKey });
  return {
    kind: 'student',
    platform_name: launch.platform.name,
    quiz: presentInvitation(quiz),
    has_attempt:
      studentId !== undefined &&
      (await hasPlatformAttempt({ database }, { sharedQuizId: quiz.id, ltiStudentId: studentId })),
  };
}

/**
 * Begins the student's attempt or continues the newest one. @returns its token.
 * @throws {ProblemError} token_invalid; not_found; conflict while the quiz is not open; not_allowed for a wrong passcode.
 */
export async function joinFromLaunch(
  dependencies: Needed,
  ticket: LaunchTicket,
  passcode: string | undefined,
  address: string,
): Promise<string> {
  const launch = await getLaunch(dependencies, ticket);
  const quiz = await getQuiz(dependencies, launch);
  const ltiStudentId = await upsertStudent(dependencies.database, {
    platform_id: launch.platform.id,
    student_key: studentKeyOf(dependencies, launch),
    subject_encrypted: seal(dependencies.secrets.ltiKey, launch.subject),
  });
  const student = { ltiStudentId, name: launch.personName };
  const joined = await joinFromPlatform(dependencies, quiz, student, { passcode, address });
  if (launch.lineItem !== null)
    await setLineItem(dependencies, { sharedQuizId: quiz.id, studentId: ltiStudentId }, launch.lineItem);
  return joined;
}

/** A link elsewhere in the platform has a line item of its own, which gets the grade that is already there. */
async function setLineItem(
  { database, jobs }: Needed,
  of: { sharedQuizId: number; studentId: number },
  url: string,
): Promise<void> {
  const before = await findLineItem(database, of);
  if (before?.url === url) return;
  await inTransaction(database, async (transaction) => {
    await upsertLineItem(transaction, { shared_quiz_id: of.sharedQuizId, student_id: of.studentId, url });
    if (before !== undefined) await enqueueScore({ jobs }, transaction, of);
  });
}
