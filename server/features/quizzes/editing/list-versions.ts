import type {
  QuestionSetVersion,
  QuestionSetVersionWithQuestions,
} from '../../../../contract/question-editing.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { notFound } from '../../../problem-error.ts';
import { getOwnQuestionSetRow } from '../get-own-question-set.ts';
import { listQuestions, type QuestionSetRow } from '../question-set.store.ts';
import { assessQuestions } from './assess-questions.ts';
import { findLessonMaterial } from './get-lesson-material.ts';
import { keepPublished, keptQuestions, type KeptQuestion } from './kept-question.ts';
import { findVersion, listVersionRows } from './question-editing.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** What was ever published of a set, newest first. @throws {ProblemError} not_found. */
export async function listVersions(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
): Promise<QuestionSetVersion[]> {
  return listVersionsOf(dependencies, await getOwnQuestionSetRow(dependencies, actor, questionSetId));
}

/** One version with its questions, as the checker finds them today. @throws {ProblemError} not_found. */
export async function getVersion(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
  version: number,
): Promise<QuestionSetVersionWithQuestions> {
  const set = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const listed = (await listVersionsOf(dependencies, set)).find((each) => each.version === version);
  const questions = listed === undefined ? undefined : await findQuestions(dependencies, set, version);
  if (listed === undefined || questions === undefined) throw notFound('version of this quiz');
  const material = await findLessonMaterial(dependencies, actor, set.lesson_id);
  return { ...listed, questions: await assessQuestions(questions, material) };
}

/** A version was published when the one before it was replaced, and the first when the set was made. */
async function listVersionsOf(
  { database }: Needed,
  set: Pick<QuestionSetRow, 'id' | 'version' | 'question_count' | 'created_at'>,
): Promise<QuestionSetVersion[]> {
  const replaced = (await listVersionRows(database, set.id)).filter(({ version }) => version < set.version);
  const replacedAt = new Map(replaced.map((row) => [row.version, row.created_at]));
  const current = { version: set.version, question_count: set.question_count };
  return [current, ...replaced].map(({ version, question_count: count }) => ({
    version,
    question_count: count,
    created_at: (replacedAt.get(version - 1) ?? set.created_at).toISOString(),
    is_current: version === set.version,
  }));
}

async function findQuestions(
  { database }: Needed,
  set: QuestionSetRow,
  version: number,
): Promise<KeptQuestion[] | undefined> {
  if (version === set.version) return (await listQuestions(database, set.id)).map(keepPublished);
  const row = await findVersion(database, set.id, version);
  if (row === undefined) return undefined;
  return keptQuestions.parse(row.questions).map((question) => ({ ...question, id: null }));
}
