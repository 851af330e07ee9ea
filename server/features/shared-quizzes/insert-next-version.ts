import type { DrawSource, SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/database/database.ts';
import { listBankCandidates } from '../quizzes/bank/read-bank.ts';
import { getOwnQuestionSet } from '../quizzes/question-sets.ts';
import { insertQuizVersion } from './shared-quiz.store.ts';
import { takeSnapshot } from './take-snapshot.ts';

/**
 * Copies the published questions into a version, and those of its lesson's bank where attempts draw from it.
 * @param before of the previous version
 * @throws {ProblemError} not_found.
 */
export async function insertNextVersion(
  transaction: Database,
  actor: Actor,
  quiz: { id: number; question_set_id: number; version: number },
  drawFrom: DrawSource,
  before: readonly SnapshotQuestion[],
): Promise<{ id: number; questions: SnapshotQuestion[] }> {
  const inside = { database: transaction };
  const { question_set: set, questions } = await getOwnQuestionSet(inside, actor, quiz.question_set_id);
  const candidates =
    drawFrom === 'bank' ? await listBankCandidates(inside, actor, set.lesson_id, set.answer_style) : [];
  const stems = new Set(questions.map(({ text }) => text));
  const added = candidates
    .filter(({ text }) => !stems.has(text))
    .map((candidate) => ({ ...candidate, id: null }));
  const snapshot = takeSnapshot(set.lesson_id, [...questions, ...added], before);
  const row = { shared_quiz_id: quiz.id, version: quiz.version + 1, question_set_version: set.version };
  return { id: await insertQuizVersion(transaction, row, snapshot), questions: snapshot };
}
