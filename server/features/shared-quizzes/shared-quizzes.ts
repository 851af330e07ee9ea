import {
  DEFAULT_SHARED_QUIZ_SETTINGS,
  sharedQuizSettings,
  type ChangeSharedQuizRequest,
  type SharedQuiz,
  type SharedQuizSettings,
} from '#contract/shared-quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, notFound, ProblemError } from '#server/problem-error.ts';
import { createQuizCode } from '#server/security/student-codes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getOwnQuestionSet } from '../quizzes/question-sets.ts';
import { recomputeDeadlines } from './attempt-changes.store.ts';
import { insertNextVersion } from './insert-next-version.ts';
import { presentSharedQuiz, settingsOf } from './present-shared-quiz.ts';
import {
  countAttempts,
  deleteSharedQuizRow,
  findClassList,
  findSharedQuiz,
  getSnapshot,
  insertSharedQuiz,
  listSharedQuizRows,
  lockSharedQuiz,
  updateSharedQuiz,
  type SharedQuizRow,
} from './shared-quiz.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** @throws {ProblemError} not_found, also for another instructor's. */
export async function getOwnSharedQuizRow(
  { database }: Needed,
  actor: Actor,
  id: number,
): Promise<SharedQuizRow> {
  const row = await findSharedQuiz(database, id);
  if (row?.instructor_id !== actor.instructorId) throw notFound('shared_quiz');
  return row;
}

/** @throws {ProblemError} not_found. */
export async function getSharedQuiz(dependencies: Needed, actor: Actor, id: number): Promise<SharedQuiz> {
  const row = await getOwnSharedQuizRow(dependencies, actor, id);
  return presentSharedQuiz(row, (await countAttempts(dependencies.database, [id])).get(id));
}

/** One's own shared quizzes, newest first. */
export async function listSharedQuizzes(
  { database }: Needed,
  { instructorId }: Actor,
  questionSetId: number | undefined,
): Promise<SharedQuiz[]> {
  const of = questionSetId === undefined ? { instructorId } : { instructorId, questionSetId };
  const rows = await listSharedQuizRows(database, of);
  const counts = await countAttempts(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentSharedQuiz(row, counts.get(row.id)));
}

/** A code is taken about once in a hundred million times the number of quizzes. */
const CODE_ATTEMPTS = 5;

/**
 * Gives a saved quiz its link, with settings that need no choice. A quiz that is shared already stays as it is.
 * @throws {ProblemError} not_found; conflict when the quiz is not saved.
 */
export async function shareQuestionSet(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
): Promise<SharedQuiz> {
  const { question_set: set } = await getOwnQuestionSet(dependencies, actor, questionSetId);
  if (set.saved_at === null) throw new ProblemError('quiz_not_saved');
  await inTransaction(dependencies.database, async (transaction) => {
    const of = { instructorId: actor.instructorId, questionSetId };
    for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt += 1) {
      if ((await listSharedQuizRows(transaction, of)).length > 0) return;
      const row = {
        question_set_id: questionSetId,
        instructor_id: actor.instructorId,
        code: createQuizCode(),
      };
      const id = await insertSharedQuiz(transaction, row, DEFAULT_SHARED_QUIZ_SETTINGS);
      if (id === undefined) continue;
      const quiz = { id, question_set_id: questionSetId, version: 0 };
      await insertNextVersion(transaction, actor, quiz, DEFAULT_SHARED_QUIZ_SETTINGS.draw_from, []);
      return;
    }
  });
  const [shared] = await listSharedQuizzes(dependencies, actor, questionSetId);
  if (shared === undefined) throw new Error(`No free code was found for question set ${questionSetId}.`);
  return shared;
}

/**
 * Changes settings. Deadlines of open attempts follow a new closing time or time limit, and keep what was added to them.
 * @throws {ProblemError} not_found; validation_failed for settings that contradict each other.
 */
export async function changeSharedQuiz(
  dependencies: Needed,
  actor: Actor,
  id: number,
  change: ChangeSharedQuizRequest,
): Promise<SharedQuiz> {
  await getOwnSharedQuizRow(dependencies, actor, id);
  await inTransaction(dependencies.database, async (transaction) => {
    await lockSharedQuiz(transaction, id);
    const row = await getOwnSharedQuizRow({ database: transaction }, actor, id);
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const settings = sharedQuizSettings.parse({ ...settingsOf(row), ...Object.fromEntries(given) });
    await refuseContradictions(transaction, actor, settings);
    await updateSharedQuiz(transaction, id, {
      ...settings,
      passcode: settings.passcode === '' ? null : settings.passcode,
    });
    if (settings.draw_from !== settingsOf(row).draw_from)
      await insertNextVersion(
        transaction,
        actor,
        row,
        settings.draw_from,
        await getSnapshot(transaction, row.version_id),
      );
    await recomputeDeadlines(transaction, id, settings.time_limit_minutes);
  });
  return getSharedQuiz(dependencies, actor, id);
}

async function refuseContradictions(
  database: Database,
  actor: Actor,
  settings: SharedQuizSettings,
): Promise<void> {
  const { opens_at: opensAt, closes_at: closesAt, class_list_id: classListId } = settings;
  if (opensAt !== null && closesAt !== null && Date.parse(closesAt) <= Date.parse(opensAt))
    throw invalidField('closes_at', 'closes_before_opens');
  if (settings.student_identity === 'class_list' && classListId === null)
    throw invalidField('class_list_id', 'class_list_missing');
  if (classListId === null) return;
  const list = await findClassList(database, classListId);
  if (list?.instructor_id !== actor.instructorId) throw notFound('class_list');
}

/** Ends the link and deletes every attempt. @throws {ProblemError} not_found. */
export async function stopSharing(dependencies: Needed, actor: Actor, id: number): Promise<void> {
  const row = await getOwnSharedQuizRow(dependencies, actor, id);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteSharedQuizRow(transaction, id);
    await recordAudit(transaction, 'quiz_sharing_ended', {
      by: actor.userId,
      on: ['question_set', row.question_set_id],
    });
  });
}
