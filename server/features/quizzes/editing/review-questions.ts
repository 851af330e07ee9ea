import { isDeepStrictEqual } from 'node:util';
import type {
  EditedQuestion,
  ReviewedQuestionSet,
  ReviewQuestionsRequest,
  ReviewStep,
  SkipQuestionRequest,
} from '#contract/question-editing.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { fingerprintOf } from '#server/language/question-fingerprint.ts';
import { notFound } from '#server/platform/problem-error.ts';
import { announceBank } from '../bank/read-bank.ts';
import {
  insertQuestions,
  listQuestions,
  type QuestionRow,
  type QuestionSetRow,
} from '../question-set.store.ts';
import { getOwnQuestionSet, getOwnQuestionSetRow } from '../question-sets.ts';
import { seedOfJob } from '../seeds.ts';
import { listKept, tidyQuestions } from './edit-questions.ts';
import { findAnotherQuestion } from './find-another-question.ts';
import {
  assessQuestion,
  findMaterial,
  keepEdited,
  keepPublished,
  refuseTooLong,
  replacedQuestion,
  type ReplacedQuestion,
} from './kept-questions.ts';
import { insertVersion, lockQuestionSet, raiseVersion, upsertDraft } from './question-editing.store.ts';
import {
  deleteQuestion,
  findSkip,
  insertStep,
  markDrafts,
  setRejected,
  shiftQuestions,
  takeLastStep,
} from './review.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/**
 * Marks questions as accepted, or as drafts again. Does not publish a version, because their text is unchanged. Ignores ids that are
 * not in the quiz, because another tab may have published other questions.
 * @throws {ProblemError} not_found.
 */
export async function reviewQuestions(
  { database }: Needed,
  actor: Actor,
  questionSetId: number,
  { question_ids: questionIds, is_draft: isDraft }: ReviewQuestionsRequest,
): Promise<QuestionSetWithQuestions> {
  return inTransaction(database, async (transaction) => {
    const { set, questions } = await open(transaction, actor, questionSetId);
    if (!isDraft) {
      for (const [position, row] of questions.entries()) {
        if (row.is_draft && questionIds.includes(row.id))
          await insertStep(transaction, {
            question_set_id: set.id,
            kind: 'accepted',
            position,
            before: keepReplaced(row),
            after: fingerprintOf(row),
          });
      }
    }
    await markDrafts(transaction, set, { questionIds, isDraft });
    return getOwnQuestionSet({ database: transaction }, actor, questionSetId);
  });
}

/**
 * Replaces a question with the bank's best one that the quiz does not contain, or removes it if there is none. The bank does not
 * offer the skipped question again.
 * @throws {ProblemError} not_found; transcript_missing when the lesson no longer has a text.
 */
export async function skipQuestion(
  { database }: Needed,
  actor: Actor,
  questionSetId: number,
  { question_id: questionId }: SkipQuestionRequest,
): Promise<ReviewedQuestionSet> {
  return inTransaction(database, async (transaction) => {
    const { set, questions } = await open(transaction, actor, questionSetId);
    const skipped = await findSkip(transaction, set.id, questionId);
    // The answer to the same request may have been lost.
    if (skipped !== undefined)
      return answer(transaction, actor, set, {
        position: findPrint(questions, skipped.after) ?? null,
        undone: null,
      });
    const { row, position } = getRow(questions, questionId);
    const seed = seedOfJob(crypto.randomUUID());
    const another = await findAnotherQuestion({ database: transaction }, set, { avoid: [] }, seed);
    await insertStep(transaction, {
      question_set_id: set.id,
      kind: 'skipped',
      position,
      before: keepReplaced(row),
      after: another === undefined ? null : fingerprintOf(another),
    });
    await rejectInBank(transaction, set, row, true);
    return exchange(transaction, actor, set, { position, from: row, to: another });
  });
}

/**
 * Replaces a question with its edited version and publishes that. The question is no longer a draft.
 * @throws {ProblemError} not_found; validation_failed for a question that no one could answer.
 */
export async function editQuestion(
  { database }: Needed,
  actor: Actor,
  {
    questionSetId,
    questionId,
    edited,
  }: { questionSetId: number; questionId: number; edited: EditedQuestion },
): Promise<ReviewedQuestionSet> {
  const tidy = tidyQuestions([{ ...edited, id: questionId, is_draft: false }]);
  const seen = await getOwnQuestionSetRow({ database }, actor, questionSetId);
  const material = await findMaterial({ database }, actor, seen, tidy);
  return inTransaction(database, async (transaction) => {
    const { set, questions } = await open(transaction, actor, questionSetId);
    const published = questions.map(keepPublished);
    const [kept] = await keepEdited(tidy, material, published);
    if (kept === undefined) throw notFound('question');
    // Without an id, the question is gone: the answer to the same edit may have been lost.
    const repeated = published.findIndex((other) => isDeepStrictEqual({ ...other, id: null }, kept));
    if (repeated !== -1) return answer(transaction, actor, set, { position: repeated, undone: null });
    const { row, position } = getRow(questions, questionId);
    refuseTooLong(published.with(position, kept), 'explanation');
    const to = assessQuestion(kept, material);
    await insertStep(transaction, {
      question_set_id: set.id,
      kind: 'edited',
      position,
      before: keepReplaced(row),
      after: fingerprintOf(to),
    });
    return exchange(transaction, actor, set, { position, from: row, to, isEdited: true });
  });
}

/** Undoes the last step of the review whose question has not changed since. @throws {ProblemError} not_found. */
export async function undoReviewStep(
  { database }: Needed,
  actor: Actor,
  questionSetId: number,
): Promise<ReviewedQuestionSet> {
  return inTransaction(database, async (transaction) => {
    const { set, questions } = await open(transaction, actor, questionSetId);
    for (;;) {
      const step = await takeLastStep(transaction, set.id);
      if (step === undefined) return answer(transaction, actor, set, { position: null, undone: null });
      const to = replacedQuestion.parse(step.before);
      const place = findPrint(questions, step.after);
      // The question has been changed or removed since, or is in the quiz again.
      const isStale = step.after !== null || findPrint(questions, fingerprintOf(to)) !== undefined;
      if (place === undefined && isStale) continue;
      const position = place ?? Math.min(step.position, questions.length);
      const from = place === undefined ? undefined : questions[place];
      if (step.kind === 'accepted' && from !== undefined) {
        await markDrafts(transaction, set, { questionIds: [from.id], isDraft: true });
        return answer(transaction, actor, set, { position, undone: step.kind });
      }
      if (step.kind === 'skipped') await rejectInBank(transaction, set, to, false);
      return exchange(transaction, actor, set, { position, from, to, undone: step.kind });
    }
  });
}

/** The quiz, locked. */
async function open(
  transaction: Database,
  actor: Actor,
  id: number,
): Promise<{ set: QuestionSetRow; questions: QuestionRow[] }> {
  await lockQuestionSet(transaction, id);
  const set = await getOwnQuestionSetRow({ database: transaction }, actor, id);
  return { set, questions: await listQuestions(transaction, id) };
}

function getRow(questions: readonly QuestionRow[], id: number): { row: QuestionRow; position: number } {
  const position = questions.findIndex((question) => question.id === id);
  const row = questions[position];
  if (row === undefined) throw notFound('question');
  return { row, position };
}

function findPrint(questions: readonly QuestionRow[], fingerprint: string | null): number | undefined {
  const place = questions.findIndex((question) => fingerprintOf(question) === fingerprint);
  return place === -1 ? undefined : place;
}

const keepReplaced = (row: QuestionRow): ReplacedQuestion => ({ ...keepPublished(row), flaws: row.flaws });

async function rejectInBank(
  transaction: Database,
  { lesson_id: lessonId, course_id: courseId, instructor_id: instructorId }: QuestionSetRow,
  question: Parameters<typeof fingerprintOf>[0],
  isRejected: boolean,
): Promise<void> {
  const isInBank = await setRejected(transaction, {
    lessonId,
    fingerprint: fingerprintOf(question),
    isRejected,
  });
  if (isInBank)
    await announceBank(transaction, { id: lessonId, course_id: courseId, instructor_id: instructorId });
}

interface Exchange {
  readonly position: number;
  /** Undefined if a removed question returns. */
  readonly from: QuestionRow | undefined;
  /** Undefined if the question is removed. */
  readonly to: ReplacedQuestion | undefined;
  readonly undone?: ReviewStep;
  readonly isEdited?: boolean;
}

/**
 * Exchanges one question, both in the published questions and in the editor's draft. If the quiz is saved or the instructor edits a
 * question, the previous questions are kept as a version.
 */
async function exchange(
  transaction: Database,
  actor: Actor,
  set: QuestionSetRow,
  { position, from, to, undone, isEdited = false }: Exchange,
): Promise<ReviewedQuestionSet> {
  const { published, draft } = await listKept(transaction, set);
  const isNewVersion = set.saved_at !== null || isEdited;
  if (isNewVersion) await insertVersion(transaction, set.id, set.version, published);
  if (from !== undefined) await deleteQuestion(transaction, from.id);
  if (from === undefined) await shiftQuestions(transaction, set.id, { from: position, places: 1 });
  if (to === undefined) await shiftQuestions(transaction, set.id, { from: position + 1, places: -1 });
  else await insertQuestions(transaction, set.id, [to], position);
  if (isNewVersion) await raiseVersion(transaction, set.id);
  if (draft !== undefined) {
    const place = draft.questions.findIndex(({ id }) => id !== null && id === from?.id);
    const now = to === undefined ? undefined : (await listQuestions(transaction, set.id))[position];
    const added = now === undefined ? [] : [keepPublished(now)];
    // A question that the draft does not contain was deleted there.
    const questions =
      from !== undefined && place === -1
        ? draft.questions
        : draft.questions.toSpliced(
            from === undefined ? position : place,
            from === undefined ? 0 : 1,
            ...added,
          );
    await upsertDraft(transaction, set.id, {
      basedOnVersion: draft.basedOnVersion + (isNewVersion ? 1 : 0),
      questions,
    });
  }
  return answer(transaction, actor, set, {
    position: to === undefined ? null : position,
    undone: undone ?? null,
  });
}

async function answer(
  transaction: Database,
  actor: Actor,
  { id }: QuestionSetRow,
  { position, undone }: { position: number | null; undone: ReviewStep | null },
): Promise<ReviewedQuestionSet> {
  const now = await getOwnQuestionSet({ database: transaction }, actor, id);
  const question = position === null ? undefined : now.questions[position];
  return { ...now, question_id: question?.id ?? null, undone };
}
