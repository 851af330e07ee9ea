import type { QuestionSet, QuestionSetWithQuestions } from '../../../contract/quizzes.ts';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getOwnCourse } from '../courses/get-own-course.ts';
import { getOwnLesson } from '../lessons/get-own-lesson.ts';
import { getOwnQuestionSet, presentQuestionSet } from './get-own-question-set.ts';
import { deleteQuestionSetRow, listQuestionSetRows, updateQuestionSetRow } from './question-set.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** Keeps a set for good, under a name. @throws {ProblemError} not_found. */
export async function saveQuestionSet(
  dependencies: Needed,
  actor: Actor,
  id: number,
  name: string,
): Promise<QuestionSetWithQuestions> {
  const { question_set: set } = await getOwnQuestionSet(dependencies, actor, id);
  const savedAt = set.saved_at === null ? new Date() : new Date(set.saved_at);
  await updateQuestionSetRow(dependencies.database, id, { name, saved_at: savedAt });
  return getOwnQuestionSet(dependencies, actor, id);
}

/** @throws {ProblemError} not_found. */
export async function renameQuestionSet(
  dependencies: Needed,
  actor: Actor,
  id: number,
  name: string,
): Promise<QuestionSetWithQuestions> {
  await getOwnQuestionSet(dependencies, actor, id);
  await updateQuestionSetRow(dependencies.database, id, { name });
  return getOwnQuestionSet(dependencies, actor, id);
}

/** @throws {ProblemError} not_found. */
export async function deleteQuestionSet(dependencies: Needed, actor: Actor, id: number): Promise<void> {
  await getOwnQuestionSet(dependencies, actor, id);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteQuestionSetRow(transaction, id);
    await recordAudit(transaction, {
      action: 'question_set_deleted',
      actorId: actor.userId,
      subject: { kind: 'question_set', id },
    });
  });
}

/** A lesson's saved sets, newest first. @throws {ProblemError} not_found. */
export async function listQuestionSetsOfLesson(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
): Promise<QuestionSet[]> {
  await getOwnLesson(dependencies, actor, lessonId);
  const sets = await listQuestionSetRows(dependencies.database, {
    instructorId: actor.instructorId,
    isSaved: true,
    lessonId,
  });
  return sets.map(presentQuestionSet);
}

/** One's own sets, saved or not, of one course or of all, newest first. @throws {ProblemError} not_found. */
export async function listQuestionSets(
  dependencies: Needed,
  actor: Actor,
  { courseId, isSaved }: { courseId: number | undefined; isSaved: boolean },
): Promise<QuestionSet[]> {
  if (courseId !== undefined) await getOwnCourse(dependencies, actor, courseId);
  const sets = await listQuestionSetRows(dependencies.database, {
    instructorId: actor.instructorId,
    isSaved,
    ...(courseId === undefined ? {} : { courseId }),
  });
  return sets.map(presentQuestionSet);
}
