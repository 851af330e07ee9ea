import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { insertQuestions } from '../question-set.store.ts';
import { getOwnQuestionSetRow } from '../question-sets.ts';
import { listKept } from './edit-questions.ts';
import { assessQuestions, findMaterial, type KeptQuestion } from './kept-questions.ts';
import {
  deleteQuestions,
  insertVersion,
  lockQuestionSet,
  raiseVersion,
  upsertDraft,
} from './question-editing.store.ts';

/**
 * Publishes a change of single questions as the next version of a quiz; a draft of it is changed, too. Call it in a transaction.
 * @param change what takes the place of a question: itself, another one, or none
 * @throws {ProblemError} not_found; conflict when no question would be left.
 */
export async function changePublished(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  change: (question: KeptQuestion) => KeptQuestion | undefined,
): Promise<void> {
  const { database } = dependencies;
  await lockQuestionSet(database, id);
  const set = await getOwnQuestionSetRow(dependencies, actor, id);
  const { published, draft } = await listKept(database, set);
  const changed = published.flatMap((question) => change(question) ?? []);
  if (changed.length === 0) throw new ProblemError('last_question_of_quiz');
  const material = await findMaterial(dependencies, actor, set, changed);
  await insertVersion(database, id, set.version, published);
  await deleteQuestions(database, id);
  await insertQuestions(database, id, await assessQuestions(changed, material));
  await raiseVersion(database, id);
  if (draft === undefined) return;
  // A draft of the version before would be refused as outdated, and its ids are those of that version.
  const drafted = draft.questions.flatMap((question) => change(question) ?? []);
  await upsertDraft(
    database,
    id,
    set.version + 1,
    drafted.map((question) => ({ ...question, id: null })),
  );
}
