import type { JoinRequest, QuizInvitation } from '#contract/attempts.ts';
import { ATTEMPTS_PER_QUIZ_MAXIMUM, type SharedQuizSettings } from '#contract/shared-quizzes.ts';
import { inTransaction, type Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/problem-error.ts';
import {
  attemptToken,
  createAttemptSalt,
  hashAttemptToken,
  hashStudentCode,
  readCode,
  resumeCode,
} from '#server/security/student-codes.ts';
import { updateTokenHash } from './attempt-changes.store.ts';
import { layOutAttempt } from './attempt-layout.ts';
import {
  countAttemptsOf,
  findAttemptByResumeCode,
  insertAttempt,
  listAttemptsOf,
  type AttemptRow,
} from './attempt.store.ts';
import { getAttemptOfToken, mayStartAgain } from './attempts.ts';
import { settingsOf, stateOf } from './present-shared-quiz.ts';
import {
  findMember,
  findSharedQuiz,
  findSharedQuizByCode,
  lockSharedQuiz,
  type SharedQuizRow,
} from './shared-quiz.store.ts';
import { getQuestions } from './snapshots.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets'>;
type Joining = Needed & Pick<Dependencies, 'rateLimits'>;

async function getQuizOfCode({ database }: Needed, code: string): Promise<SharedQuizRow> {
  const quiz = await findSharedQuizByCode(database, readCode(code));
  if (quiz === undefined) throw new ProblemError('quiz_link_unknown');
  return quiz;
}

/** What anyone with the link may know. @throws {ProblemError} not_found. */
export const readInvitation = async (dependencies: Needed, code: string): Promise<QuizInvitation> =>
  presentInvitation(await getQuizOfCode(dependencies, code));

/** No question is among it. */
export function presentInvitation(quiz: SharedQuizRow): QuizInvitation {
  const settings = settingsOf(quiz);
  const now = new Date();
  return {
    name: quiz.name,
    state: stateOf(quiz, now),
    opens_at: settings.opens_at,
    closes_at: settings.closes_at,
    student_identity: settings.student_identity,
    needs_passcode: settings.passcode !== null,
    question_count: Math.min(settings.draw_count ?? quiz.question_count, quiz.question_count),
    time_limit_minutes: settings.time_limit_minutes,
    attempts_allowed: settings.attempts_allowed,
    feedback_content: settings.feedback_content,
    feedback_time: settings.feedback_time,
    server_time: now.toISOString(),
  };
}

/**
 * Begins an attempt, or continues the one of a code, which is possible after closing too: its student sees the feedback then.
 * @returns the token of the attempt.
 * @throws {ProblemError} not_found; not_allowed for a wrong code or passcode; conflict while the quiz is not open;
 *   validation_failed without a name where one is needed; too_many_requests after many wrong codes.
 */
export async function joinQuiz(
  dependencies: Joining,
  code: string,
  request: JoinRequest,
  address: string,
): Promise<string> {
  const quiz = await getQuizOfCode(dependencies, code);
  const settings = settingsOf(quiz);
  const needsCode = settings.student_identity === 'class_list';
  const hasCode = request.code !== undefined && request.code !== '';
  if (needsCode && !hasCode) throw invalidField('code', 'student_code_missing');
  // A class joins from one address: only what turns out wrong stays counted.
  const isSecret = hasCode || settings.passcode !== null;
  if (isSecret) await dependencies.rateLimits.countStudentCode(quiz.id, address);
  const token = await joinWith(dependencies, quiz, settings, request);
  if (isSecret) await dependencies.rateLimits.forgiveStudentCode(quiz.id, address);
  return token;
}

async function joinWith(
  dependencies: Needed,
  quiz: SharedQuizRow,
  settings: SharedQuizSettings,
  { name = '', code = '', passcode }: JoinRequest,
): Promise<string> {
  const { database, secrets } = dependencies;
  const codeHash = hashStudentCode(secrets, code);
  if (settings.student_identity === 'class_list') {
    const listId = quiz.class_list_id;
    const member = listId === null ? undefined : await findMember(database, listId, codeHash);
    if (member === undefined) throw new ProblemError('student_code_wrong');
    const [newest] = await listAttemptsOf(database, { sharedQuizId: quiz.id, memberId: member.id });
    if (newest !== undefined) return continueAttempt(dependencies, newest);
    refuseUnlessOpen(quiz, settings, passcode);
    return beginAttempt(dependencies, quiz, { memberId: member.id, name: member.name });
  }
  if (code !== '') {
    const attempt = await findAttemptByResumeCode(database, { sharedQuizId: quiz.id, codeHash });
    if (attempt === undefined) throw new ProblemError('resume_code_wrong');
    return continueAttempt(dependencies, attempt);
  }
  refuseUnlessOpen(quiz, settings, passcode);
  if (settings.student_identity === 'name' && name === '') throw invalidField('name', 'student_name_missing');
  return beginAttempt(dependencies, quiz, {
    memberId: null,
    name: settings.student_identity === 'name' ? name : '',
  });
}

function refuseUnlessOpen(
  quiz: SharedQuizRow,
  settings: SharedQuizSettings,
  passcode: string | undefined,
): void {
  const state = stateOf(quiz, new Date());
  if (state === 'scheduled') throw new ProblemError('quiz_not_open');
  if (state === 'closed') throw new ProblemError('quiz_closed');
  if (settings.passcode !== null && passcode !== settings.passcode) throw new ProblemError('passcode_wrong');
}

/** A changed root secret gives the attempt another token, which counts from now on. */
async function continueAttempt(
  { database, secrets }: Needed,
  { id, token_salt: salt, token_hash: hash }: AttemptRow,
): Promise<string> {
  const token = attemptToken(secrets, salt);
  if (!hashAttemptToken(token).equals(hash)) await updateTokenHash(database, id, hashAttemptToken(token));
  return token;
}

interface Student {
  readonly memberId: number | null;
  readonly name: string;
  readonly attemptNumber?: number;
  readonly isPreview?: boolean;
}

/** @throws {ProblemError} conflict when the quiz has as many attempts as one can have. */
export async function beginAttempt(
  { database, secrets }: Needed,
  quiz: SharedQuizRow,
  { memberId, name, attemptNumber = 1, isPreview = false }: Student,
): Promise<string> {
  const settings = settingsOf(quiz);
  const layout = layOutAttempt(await getQuestions(database, quiz.version_id), settings);
  const salt = createAttemptSalt();
  const token = attemptToken(secrets, salt);
  const code = resumeCode(secrets, salt);
  return inTransaction(database, async (transaction) => {
    if (!isPreview && (await countAttemptsOf(transaction, quiz.id)) >= ATTEMPTS_PER_QUIZ_MAXIMUM)
      throw new ProblemError('quiz_full');
    const known = await findNewer(transaction, quiz.id, memberId, attemptNumber);
    if (known !== undefined) return continueAttempt({ database: transaction, secrets }, known);
    await insertAttempt(transaction, {
      shared_quiz_id: quiz.id,
      version_id: quiz.version_id,
      member_id: memberId,
      student_name: name,
      attempt_number: attemptNumber,
      is_preview: isPreview,
      token_hash: hashAttemptToken(token),
      token_salt: salt,
      resume_code_hash: memberId === null ? hashStudentCode(secrets, code) : null,
      layout,
      time_limit_minutes: isPreview ? null : settings.time_limit_minutes,
      closes_at: isPreview ? null : quiz.closes_at,
    });
    return token;
  });
}

/** A member who joins on two devices at once gets one attempt. */
async function findNewer(
  transaction: Database,
  sharedQuizId: number,
  memberId: number | null,
  attemptNumber: number,
): Promise<AttemptRow | undefined> {
  if (memberId === null) return undefined;
  await lockSharedQuiz(transaction, sharedQuizId);
  const [newest] = await listAttemptsOf(transaction, { sharedQuizId, memberId });
  return newest !== undefined && newest.attempt_number >= attemptNumber ? newest : undefined;
}

/**
 * Begins the next attempt of the same student. @returns its token.
 * @throws {ProblemError} token_invalid; conflict while the one before is not submitted, or when none is left.
 */
export async function startAgain(dependencies: Needed, token: string): Promise<string> {
  const before = await getAttemptOfToken(dependencies, token);
  const quiz = await findSharedQuiz(dependencies.database, before.shared_quiz_id);
  if (quiz === undefined) throw new ProblemError('attempt_unknown');
  const settings = settingsOf(quiz);
  if (before.submitted_by !== 'student' || !mayStartAgain(before, settings))
    throw new ProblemError('attempts_used_up');
  if (!before.is_preview) refuseUnlessOpen(quiz, settings, settings.passcode ?? undefined);
  return beginAttempt(dependencies, quiz, {
    memberId: before.member_id,
    name: before.student_name,
    attemptNumber: before.attempt_number + 1,
    isPreview: before.is_preview,
  });
}
