import { isDeepStrictEqual } from 'node:util';
import type { DraftQuestion } from '#contract/question-editing.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { insertQuestions } from '../question-set.store.ts';
import { getOwnQuestionSetRow } from '../question-sets.ts';
import { listKept, type Kept } from './edit-questions.ts';
import { assessQuestions, findMaterial, type KeptQuestion } from './kept-questions.ts';
import {
  deleteQuestions,
  insertVersion,
  lockQuestionSet,
  raiseVersion,
  upsertDraft,
} from './question-editing.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** A change of a quiz that is computed and not stored yet. */
export interface PublishedChange {
  readonly id: number;
  readonly seen: Kept;
  readonly questions: readonly DraftQuestion[];
  readonly drafted: readonly KeptQuestion[] | undefined;
}

/**
 * Computes a change of single questions, as the next version of a quiz and of its draft. Call it outside of transactions.
 * @param change what takes the place of a question: itself, another one, or none
 * @throws {ProblemError} not_found; conflict when no question would be left.
 */
export async function computePublishedChange(
  dependencies: Needed,
  actor: Actor,
  id: number,
  change: (question: KeptQuestion) => KeptQuestion | undefined,
): Promise<PublishedChange> {
  const set = await getOwnQuestionSetRow(dependencies, actor, id);
  const seen = await listKept(dependencies.database, set);
  const changed = seen.published.flatMap((question) => change(question) ?? []);
  if (changed.length === 0) throw new ProblemError('last_question_of_quiz');
  const material = await findMaterial(dependencies, actor, set, changed);
  return {
    id,
    seen,
    questions: await assessQuestions(changed, material),
    // The ids are those of the version before.
    drafted: seen.draft?.questions.flatMap((question) => {
      const other = change(question);
      return other === undefined ? [] : [{ ...other, id: null }];
    }),
  };
}

/** Stores a computed change. Call it in a transaction. @throws {ProblemError} not_found; conflict when the quiz changed since. */
export async function storePublishedChange(
  inside: Needed,
  actor: Actor,
  { id, seen, questions, drafted }: PublishedChange,
): Promise<void> {
  const { database } = inside;
  await lockQuestionSet(database, id);
  const set = await getOwnQuestionSetRow(inside, actor, id);
  if (!isDeepStrictEqual(await listKept(database, set), seen))
    throw new ProblemError('quiz_edited_elsewhere');
  await insertVersion(database, id, set.version, seen.published);
  await deleteQuestions(database, id);
  await insertQuestions(database, id, questions);
  await raiseVersion(database, id);
  // A draft of the version before would be refused as outdated.
  if (drafted !== undefined)
    await upsertDraft(database, id, { basedOnVersion: set.version + 1, questions: drafted });
}
