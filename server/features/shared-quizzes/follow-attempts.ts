import {
  OPEN_ATTEMPT_CHOICES,
  type LiveAttempt,
  type LiveQuiz,
  type SharedQuiz,
} from '#contract/shared-quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteAttempt, extendAttempts, moveAttempt } from './attempt-changes.store.ts';
import { moveLayout } from './attempt-layout.ts';
import { findAttempt, listAnswers, listAttempts, type AttemptRow } from './attempt.store.ts';
import { answerThatCounts } from './feedback.ts';
import { insertNextVersion } from './insert-next-version.ts';
import { beginAttempt } from './join-quiz.ts';
import { settingsOf } from './present-shared-quiz.ts';
import { getOwnSharedQuizRow, getSharedQuiz } from './shared-quizzes.ts';
import { listVersions, lockSharedQuiz, type SharedQuizRow } from './shared-quiz.store.ts';
import { getQuestions } from './snapshots.ts';
import { isSameQuestion } from './take-snapshot.ts';

type Needed = Pick<Dependencies, 'database'>;

/** Who takes the quiz and how far they are. @throws {ProblemError} not_found. */
export async function readLiveQuiz(dependencies: Needed, actor: Actor, id: number): Promise<LiveQuiz> {
  const { database } = dependencies;
  const row = await getOwnSharedQuizRow(dependencies, actor, id);
  return {
    quiz: await getSharedQuiz(dependencies, actor, id),
    questions: await getQuestions(database, row.version_id),
    attempts: await listLiveAttempts(dependencies, await listAttempts(database, { sharedQuizId: id })),
    server_time: new Date().toISOString(),
  };
}

/** The attempts that changed since. Answers that came together may be sent again. */
export async function listChangedAttempts(
  dependencies: Needed,
  sharedQuizId: number,
  changedAfter: Date,
): Promise<{ attempts: LiveAttempt[]; until: Date }> {
  const rows = await listAttempts(dependencies.database, { sharedQuizId, changedAfter });
  const newest = Math.max(changedAfter.getTime(), ...rows.map(({ updated_at: at }) => at.getTime()));
  return { attempts: await listLiveAttempts(dependencies, rows), until: new Date(newest) };
}

async function listLiveAttempts({ database }: Needed, rows: readonly AttemptRow[]): Promise<LiveAttempt[]> {
  const answers = await listAnswers(
    database,
    rows.map(({ id }) => id),
  );
  const sharedQuizId = rows[0]?.shared_quiz_id;
  const versions = sharedQuizId === undefined ? [] : await listVersions(database, sharedQuizId);
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
  return rows.map((row) => {
    const ofAttempt = answers.get(row.id) ?? [];
    return {
      id: row.id,
      student_name: row.student_name,
      attempt_number: row.attempt_number,
      version: versionOf.get(row.version_id) ?? 0,
      started_at: row.started_at.toISOString(),
      deadline_at: row.deadline_at?.toISOString() ?? null,
      submitted_at: row.submitted_at?.toISOString() ?? null,
      seen_at: row.updated_at.toISOString(),
      extra_seconds: row.extra_seconds,
      question_count: row.layout.length,
      answers: row.layout.flatMap(({ key }) => {
        const answer =
          answerThatCounts(ofAttempt, key, row) ?? ofAttempt.find((each) => each.question_key === key);
        if (answer === undefined) return [];
        const { choice, text, points, is_late: isLate } = answer;
        const isAnswered = choice !== null || (text ?? '').trim() !== '';
        return [
          {
            key,
            choice,
            is_answered: isAnswered,
            is_correct: points === null ? null : points === 1,
            is_late: isLate,
          },
        ];
      }),
    };
  });
}

/** Gives one attempt more time, or all open ones; one that was submitted can then be continued. @throws {ProblemError} not_found. */
export async function extendTime(
  dependencies: Needed,
  actor: Actor,
  of: { sharedQuizId: number; attemptId?: number },
  minutes: number,
): Promise<LiveQuiz> {
  await getOwnSharedQuizRow(dependencies, actor, of.sharedQuizId);
  if (of.attemptId !== undefined) await getOwnAttempt(dependencies, of.sharedQuizId, of.attemptId);
  await extendAttempts(dependencies.database, of, minutes);
  return readLiveQuiz(dependencies, actor, of.sharedQuizId);
}

/** Deletes an attempt with its answers, so that its student can begin again. @throws {ProblemError} not_found. */
export async function resetAttempt(
  dependencies: Needed,
  actor: Actor,
  sharedQuizId: number,
  attemptId: number,
): Promise<void> {
  const row = await getOwnSharedQuizRow(dependencies, actor, sharedQuizId);
  await getOwnAttempt(dependencies, sharedQuizId, attemptId);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteAttempt(transaction, attemptId);
    await recordAudit(transaction, 'attempt_reset', {
      by: actor.userId,
      on: ['question_set', row.question_set_id],
      details: { attempt: attemptId },
    });
  });
}

async function getOwnAttempt({ database }: Needed, sharedQuizId: number, id: number): Promise<AttemptRow> {
  const attempt = await findAttempt(database, { sharedQuizId, id });
  if (attempt === undefined) throw notFound('attempt');
  return attempt;
}

/** A token to take the quiz as a student would; it counts in no result. @throws {ProblemError} not_found. */
export async function previewQuiz(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  actor: Actor,
  id: number,
): Promise<string> {
  const quiz = await getOwnSharedQuizRow(dependencies, actor, id);
  return beginAttempt(dependencies, quiz, { memberId: null, name: '', isPreview: true });
}

/**
 * Gives students the questions as they are published now. Where they are the same already, nothing happens.
 * @throws {ProblemError} not_found.
 */
export async function updateToPublished(
  dependencies: Needed,
  actor: Actor,
  id: number,
  openAttempts: (typeof OPEN_ATTEMPT_CHOICES)[number],
): Promise<SharedQuiz> {
  await inTransaction(dependencies.database, async (transaction) => {
    await lockSharedQuiz(transaction, id);
    const quiz = await getOwnSharedQuizRow({ database: transaction }, actor, id);
    if (quiz.question_set_version === quiz.copied_version) return;
    const versions = await listVersions(transaction, id);
    const before = versions.at(-1)?.questions ?? [];
    const { draw_from: drawFrom } = settingsOf(quiz);
    const next = await insertNextVersion(transaction, actor, quiz, drawFrom, before);
    if (openAttempts === 'move')
      await moveOpenAttempts(
        transaction,
        quiz,
        next.id,
        next.questions,
        new Map(versions.map((row) => [row.id, row.questions])),
      );
  });
  return getSharedQuiz(dependencies, actor, id);
}

async function moveOpenAttempts(
  transaction: Database,
  quiz: SharedQuizRow,
  versionId: number,
  after: LiveQuiz['questions'],
  versions: ReadonlyMap<number, LiveQuiz['questions']>,
): Promise<void> {
  const settings = settingsOf(quiz);
  const attempts = await listAttempts(transaction, { sharedQuizId: quiz.id });
  for (const attempt of attempts.filter(({ submitted_at: submittedAt }) => submittedAt === null)) {
    const before = versions.get(attempt.version_id) ?? [];
    const isKept = (key: number): boolean => {
      const [old, now] = [before, after].map((each) => each.find((question) => question.key === key));
      return old !== undefined && now !== undefined && isSameQuestion(old, now);
    };
    const layout = moveLayout(attempt.layout, after, isKept, settings);
    const lost = attempt.layout.map(({ key }) => key).filter((key) => !isKept(key));
    await moveAttempt(transaction, attempt.id, versionId, layout, lost);
  }
}
