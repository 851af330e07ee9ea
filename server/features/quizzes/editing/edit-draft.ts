import type { QuestionSetDraft, SaveDraftRequest } from '../../../../contract/question-editing.ts';
import { inTransaction, type Database } from '../../../database/database.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { ProblemError } from '../../../problem-error.ts';
import { getOwnQuestionSetRow, presentQuestionSet } from '../get-own-question-set.ts';
import { listQuestions, type QuestionSetRow } from '../question-set.store.ts';
import { assessQuestions } from './assess-questions.ts';
import { findLessonMaterial } from './get-lesson-material.ts';
import { keepEdited, keepPublished, keptQuestions, type KeptQuestion } from './kept-question.ts';
import { deleteDraft, findDraft, lockQuestionSet, upsertDraft } from './question-editing.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** What the editor opens: the draft, or the published questions. @throws {ProblemError} not_found. */
export async function getDraft(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
): Promise<QuestionSetDraft> {
  const set = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const kept = await listKept(dependencies.database, set);
  const material = await findLessonMaterial(dependencies, actor, set.lesson_id);
  return {
    question_set: { ...presentQuestionSet(set), has_draft: kept.draft !== undefined },
    questions: await assessQuestions(kept.draft?.questions ?? kept.published, material),
    based_on_version: kept.draft?.basedOnVersion ?? set.version,
    updated_at: kept.draft?.updatedAt.toISOString() ?? null,
    is_draft: kept.draft !== undefined,
  };
}

/**
 * Keeps edits apart from the published questions, complete or not.
 * @throws {ProblemError} not_found; conflict when the set was published, or its draft changed, since the editor saw them.
 */
export async function saveDraft(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
  request: SaveDraftRequest,
): Promise<QuestionSetDraft> {
  const seen = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const material = await findLessonMaterial(dependencies, actor, seen.lesson_id);
  const { set, kept, updatedAt } = await inTransaction(dependencies.database, async (transaction) => {
    await lockQuestionSet(transaction, questionSetId);
    const current = await getOwnQuestionSetRow({ database: transaction }, actor, questionSetId);
    await refuseConflict(transaction, current, request);
    const { published, draft } = await listKept(transaction, current);
    const questions = keepEdited(request.questions, material, [...published, ...(draft?.questions ?? [])]);
    const time = await upsertDraft(transaction, questionSetId, current.version, questions);
    return { set: current, kept: questions, updatedAt: time };
  });
  return {
    question_set: { ...presentQuestionSet(set), has_draft: true },
    questions: await assessQuestions(kept, material),
    based_on_version: set.version,
    updated_at: updatedAt.toISOString(),
    is_draft: true,
  };
}

/** Forgets the edits; the published questions stay. @throws {ProblemError} not_found. */
export async function discardDraft(dependencies: Needed, actor: Actor, questionSetId: number): Promise<void> {
  await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  await deleteDraft(dependencies.database, questionSetId);
}

/** @throws {ProblemError} conflict when the editor saw another version or another draft than is there. */
export async function refuseConflict(
  database: Database,
  set: QuestionSetRow,
  { based_on_version: basedOnVersion, updated_at: seenAt }: SaveDraftRequest,
): Promise<void> {
  if (basedOnVersion !== set.version) {
    throw new ProblemError(
      'conflict',
      'This quiz was published anew elsewhere since you opened it. Load the newer version before you go on.',
    );
  }
  if (seenAt === undefined) return;
  const draft = await findDraft(database, set.id);
  if ((draft?.updated_at.getTime() ?? null) === (seenAt === null ? null : Date.parse(seenAt))) return;
  throw new ProblemError(
    'conflict',
    'This quiz was edited elsewhere since you opened it. Load the newer edits, or save again to overwrite them.',
  );
}

/** What is kept of a set: the published questions, and the draft where there is one. */
export async function listKept(
  database: Database,
  { id }: Pick<QuestionSetRow, 'id'>,
): Promise<{
  published: KeptQuestion[];
  draft: { questions: KeptQuestion[]; basedOnVersion: number; updatedAt: Date } | undefined;
}> {
  const draft = await findDraft(database, id);
  const rows = await listQuestions(database, id);
  return {
    published: rows.map(keepPublished),
    draft:
      draft === undefined
        ? undefined
        : {
            questions: keptQuestions.parse(draft.questions),
            basedOnVersion: draft.based_on_version,
            updatedAt: draft.updated_at,
          },
  };
}
