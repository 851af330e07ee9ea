import type { ReviewQuestionsRequest } from '#contract/question-editing.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnQuestionSet, getOwnQuestionSetRow } from '../question-sets.ts';
import { lockQuestionSet } from './question-editing.store.ts';
import { markDrafts } from './review.store.ts';

/**
 * Marks questions as accepted, or as drafts again. Does not publish a version, because their text is unchanged. Ignores ids that are
 * not in the quiz, because another tab may have published other questions.
 * @throws {ProblemError} not_found.
 */
export async function reviewQuestions(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  questionSetId: number,
  { question_ids: questionIds, is_draft: isDraft }: ReviewQuestionsRequest,
): Promise<QuestionSetWithQuestions> {
  return inTransaction(database, async (transaction) => {
    await lockQuestionSet(transaction, questionSetId);
    const set = await getOwnQuestionSetRow({ database: transaction }, actor, questionSetId);
    await markDrafts(transaction, set, { questionIds, isDraft });
    return getOwnQuestionSet({ database: transaction }, actor, questionSetId);
  });
}
