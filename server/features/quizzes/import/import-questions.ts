import type { ImportQuestionsRequest } from '#contract/quiz-import.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/problem-error.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { refuseUnanswerable, tidyQuestion } from '../editing/edit-questions.ts';
import { assessQuestions, keepEdited, listMaterials, type KeptQuestion } from '../editing/kept-questions.ts';
import {
  holdLesson,
  insertQuestions,
  insertQuestionSet,
  updateQuestionSetRow,
} from '../question-set.store.ts';
import { getOwnQuestionSet } from '../question-sets.ts';

/**
 * Makes a saved quiz of questions that the instructor chose from a preview. Evidence that the lesson does not contain word
 * for word is left out.
 * @throws {ProblemError} not_found; validation_failed for questions that no one could answer.
 */
export async function importQuestions(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
  request: ImportQuestionsRequest,
): Promise<QuestionSetWithQuestions> {
  await getOwnLesson(dependencies, actor, lessonId);
  const lesson = { lesson_id: lessonId };
  const questions = request.questions.map((question) => ({ ...tidyQuestion(question), ...lesson }));
  refuseUnanswerable(questions);
  const materials = await listMaterials(dependencies, actor, lesson, questions);
  const material = materials.get(lessonId);
  const isInLesson = ({ passage_id: id, quote }: NonNullable<KeptQuestion['evidence']>): boolean =>
    material?.passages.get(id)?.text.includes(quote) === true;
  const kept = (await keepEdited(questions, lesson, materials, [])).map((question): KeptQuestion => ({
    ...question,
    evidence: question.evidence !== null && isInLesson(question.evidence) ? question.evidence : null,
    written_by: 'instructor',
  }));
  const assessed = await assessQuestions(kept, materials);
  return inTransaction(dependencies.database, async (transaction) => {
    if (!(await holdLesson(transaction, lessonId))) throw notFound('lesson');
    const id = await insertQuestionSet(transaction, {
      lesson_id: lessonId,
      job_id: null,
      name: request.name,
      answer_style: kept.every(({ type }) => type === 'essay') ? 'essay' : 'multiple_choice',
      shortfall: null,
    });
    await insertQuestions(transaction, id, assessed);
    await updateQuestionSetRow(transaction, id, { name: request.name, saved_at: new Date() });
    return getOwnQuestionSet({ database: transaction }, actor, id);
  });
}
