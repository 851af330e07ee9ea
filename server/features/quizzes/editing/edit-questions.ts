import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '#contract/problem.ts';
import type {
  EditedQuestion,
  PublishRequest,
  QuestionSetDraft,
  SaveDraftRequest,
} from '#contract/question-editing.ts';
import { PUBLISHED_OPTIONS_MINIMUM } from '#contract/question-kinds.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inSnapshot, inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError, fieldError } from '#server/platform/problem-error.ts';
import {
  listQuestions,
  insertQuestions,
  noteQuestionSetUsed,
  saveTouchedQuestionSet,
  type QuestionSetRow,
} from '../question-set.store.ts';
import { getOwnQuestionSetRow, presentQuestionSet, getOwnQuestionSet } from '../question-sets.ts';
import {
  assessQuestions,
  findMaterial,
  keepEdited,
  keepPublished,
  readKept,
  type KeptQuestion,
} from './kept-questions.ts';
import {
  deleteDraft,
  findDraft,
  lockQuestionSet,
  upsertDraft,
  deleteQuestions,
  insertVersion,
  raiseVersion,
} from './question-editing.store.ts';
import { deleteSteps } from './review.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** What the editor opens: the draft, or the published questions. @throws {ProblemError} not_found. */
export async function getDraft(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
): Promise<QuestionSetDraft> {
  const { set, kept } = await inSnapshot(dependencies.database, async (database) => {
    const row = await getOwnQuestionSetRow({ database }, actor, questionSetId);
    return { set: row, kept: await listKept(database, row) };
  });
  if (set.saved_at === null) await noteQuestionSetUsed(dependencies.database, questionSetId);
  const questions = kept.draft?.questions ?? kept.published;
  const material = await findMaterial(dependencies, actor, set, questions);
  return {
    question_set: { ...presentQuestionSet(set), has_draft: kept.draft !== undefined },
    questions: await assessQuestions(questions, material),
    based_on_version: kept.draft?.basedOnVersion ?? set.version,
    updated_at: kept.draft?.updatedAt.toISOString() ?? null,
    is_draft: kept.draft !== undefined,
  };
}

/**
 * Stores edits separately from the published questions, complete or not. This also saves the quiz.
 * @throws {ProblemError} not_found; conflict when the set was published, or its draft changed, since the editor saw them.
 */
export async function saveDraft(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
  request: SaveDraftRequest,
): Promise<QuestionSetDraft> {
  const seen = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const material = await findMaterial(dependencies, actor, seen, request.questions);
  const { set, questions, updatedAt } = await computeThenStore(dependencies, actor, questionSetId, request, {
    findRepeated: async (transaction, current) => {
      const draft = await findDraft(transaction, questionSetId);
      const isRepeated =
        draft !== undefined &&
        draft.save_id === request.save_id &&
        draft.based_on_version === baseOf(current, request).version;
      return isRepeated
        ? { set: current, questions: readKept(draft.questions), updatedAt: draft.updated_at }
        : undefined;
    },
    compute: (kept) => keepEdited(request.questions, material, listAllKept(kept)),
    store: async (transaction, { set: current, computed }) => {
      const updatedAt = await upsertDraft(transaction, questionSetId, {
        basedOnVersion: current.version,
        questions: computed,
        saveId: request.save_id,
      });
      await saveTouchedQuestionSet(transaction, questionSetId);
      const saved = await getOwnQuestionSetRow({ database: transaction }, actor, questionSetId);
      return { set: saved, questions: computed, updatedAt };
    },
  });
  return {
    question_set: { ...presentQuestionSet(set), has_draft: true },
    questions: await assessQuestions(questions, material),
    based_on_version: set.version,
    updated_at: updatedAt.toISOString(),
    is_draft: true,
  };
}

/** How often an edit is computed at most: a correction of the lesson may change the quiz each time. */
const MOST_ATTEMPTS = 3;

/**
 * Computes an edit before it takes a connection for itself, and computes it again when the quiz changed before it was stored.
 * @throws {ProblemError} not_found; conflict when the editor saw another version or another draft than the stored one.
 */
async function computeThenStore<Computed, Stored>(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
  request: SaveDraftRequest,
  edit: {
    /** What an earlier attempt of the same save stored, if its answer was lost. Called for requests with a save id. */
    findRepeated: (transaction: Database, set: QuestionSetRow) => Promise<Stored | undefined>;
    compute: (kept: Kept) => Promise<Computed>;
    store: (
      transaction: Database,
      found: { set: QuestionSetRow; kept: Kept; computed: Computed },
    ) => Promise<Stored>;
  },
): Promise<Stored> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const seen = await listKept(dependencies.database, { id: questionSetId });
    const computed = await edit.compute(seen);
    const stored = await inTransaction(dependencies.database, async (transaction) => {
      await lockQuestionSet(transaction, questionSetId);
      const set = await getOwnQuestionSetRow({ database: transaction }, actor, questionSetId);
      const repeated = request.save_id === undefined ? undefined : await edit.findRepeated(transaction, set);
      if (repeated !== undefined) return { answer: repeated };
      await refuseConflict(transaction, set, baseOf(set, request));
      const kept = await listKept(transaction, set);
      return isDeepStrictEqual(kept, seen)
        ? { answer: await edit.store(transaction, { set, kept, computed }) }
        : undefined;
    });
    if (stored !== undefined) return stored.answer;
  }
  throw new ProblemError('quiz_edited_elsewhere');
}

/** Forgets the edits; the published questions stay. @throws {ProblemError} not_found. */
export async function discardDraft(dependencies: Needed, actor: Actor, questionSetId: number): Promise<void> {
  await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  await deleteDraft(dependencies.database, questionSetId);
}

/** What the edits are based on: `seenAt` is null if there was no draft, undefined if any draft may be overwritten. */
interface EditBase {
  readonly version: number;
  readonly seenAt: string | null | undefined;
}

/** A publication of the same editor, whose response was lost, also removed the draft that the editor saw. */
const baseOf = (set: QuestionSetRow, request: SaveDraftRequest): EditBase =>
  set.save_id !== null && set.save_id === request.unanswered_publication
    ? { version: set.version, seenAt: null }
    : { version: request.based_on_version, seenAt: request.updated_at };

/** @throws {ProblemError} conflict when the editor saw another version or another draft than is there. */
async function refuseConflict(
  database: Database,
  set: QuestionSetRow,
  { version, seenAt }: EditBase,
): Promise<void> {
  if (version !== set.version) {
    throw new ProblemError('quiz_published_elsewhere');
  }
  if (seenAt === undefined) return;
  const draft = await findDraft(database, set.id);
  if ((draft?.updated_at.getTime() ?? null) === (seenAt === null ? null : Date.parse(seenAt))) return;
  throw new ProblemError('quiz_edited_elsewhere');
}

/** What is kept of a set: the published questions, and the draft where there is one. */
export interface Kept {
  readonly published: KeptQuestion[];
  readonly draft: { questions: KeptQuestion[]; basedOnVersion: number; updatedAt: Date } | undefined;
}

const listAllKept = ({ published, draft }: Kept): KeptQuestion[] => [
  ...published,
  ...(draft?.questions ?? []),
];

export async function listKept(database: Database, { id }: Pick<QuestionSetRow, 'id'>): Promise<Kept> {
  const draft = await findDraft(database, id);
  const published = (await listQuestions(database, id)).map(keepPublished);
  const reviewed = new Set(published.filter((question) => !question.is_draft).map((question) => question.id));
  return {
    published,
    draft:
      draft === undefined
        ? undefined
        : {
            // A question may have been accepted after the draft was saved.
            questions: readKept(draft.questions).map((question) =>
              reviewed.has(question.id) ? { ...question, is_draft: false } : question,
            ),
            basedOnVersion: draft.based_on_version,
            updatedAt: draft.updated_at,
          },
  };
}

/**
 * Puts edited questions in the place of the published ones, which are kept as a version; the draft is then done with.
 * Flaws are stored with the questions and do not prevent publishing.
 * @throws {ProblemError} not_found; validation_failed for questions that cannot be answered; conflict when the set was
 *   published, or its draft changed, since the editor saw them.
 */
export async function publishQuestions(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  questionSetId: number,
  request: PublishRequest,
): Promise<QuestionSetWithQuestions> {
  const seen = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const questions = tidyQuestions(request.questions);
  const material = await findMaterial(dependencies, actor, seen, questions);
  await computeThenStore(dependencies, actor, questionSetId, request, {
    findRepeated: (_transaction, { save_id: saveId, version }) =>
      Promise.resolve(saveId === request.save_id && version > request.based_on_version ? true : undefined),
    compute: async (kept) =>
      assessQuestions(await keepEdited(questions, material, listAllKept(kept)), material),
    store: async (transaction, { set, kept, computed }) => {
      await insertVersion(transaction, questionSetId, set.version, kept.published);
      await deleteQuestions(transaction, questionSetId);
      await insertQuestions(transaction, questionSetId, computed);
      await raiseVersion(transaction, questionSetId, request.save_id);
      await deleteDraft(transaction, questionSetId);
      await deleteSteps(transaction, questionSetId);
      return true;
    },
  });
  return getOwnQuestionSet(dependencies, actor, questionSetId);
}

/** The questions as they are published. @throws {ProblemError} validation_failed for questions that no one could answer. */
export function tidyQuestions(edited: readonly EditedQuestion[]): EditedQuestion[] {
  const questions = edited.map(tidyQuestion);
  refuseUnanswerable(questions);
  return questions;
}

/** Without white space around texts, empty key points, and what belongs to the other type of question. */
function tidyQuestion(question: EditedQuestion): EditedQuestion {
  const { evidence } = question;
  const isEssay = question.type === 'essay';
  const rubric = question.rubric?.trim() ?? '';
  return {
    ...question,
    text: question.text.trim(),
    outcome: question.outcome?.trim() === '' ? null : (question.outcome?.trim() ?? null),
    options: isEssay ? [] : question.options.map((option) => ({ ...option, text: option.text.trim() })),
    explanation: question.explanation.trim(),
    evidence: evidence === null || evidence.quote.trim() === '' ? null : evidence,
    key_points: isEssay
      ? question.key_points.map((point) => point.trim()).filter((point) => point !== '')
      : [],
    rubric: isEssay && rubric !== '' ? rubric : null,
  };
}

/** @throws {ProblemError} validation_failed. */
function refuseUnanswerable(questions: readonly EditedQuestion[]): void {
  const errors = questions.flatMap(listGaps);
  if (questions.length === 0) errors.push(fieldError('questions', 'questions_none_left'));
  if (errors.length === 0) return;
  throw new ProblemError(questions.length === 0 ? 'questions_missing' : 'questions_incomplete', { errors });
}

function listGaps({ text, type, options }: EditedQuestion, index: number): FieldError[] {
  const field = `questions.${index}`;
  const errors: FieldError[] = [];
  if (text === '') errors.push(fieldError(`${field}.text`, 'question_text_missing'));
  if (type === 'essay') return errors;
  if (options.length < PUBLISHED_OPTIONS_MINIMUM)
    errors.push(fieldError(`${field}.options`, 'options_too_few'));
  if (options.filter((option) => option.is_correct).length !== 1)
    errors.push(fieldError(`${field}.options`, 'one_right_option'));
  for (const [place, option] of options.entries()) {
    if (option.text === '') errors.push(fieldError(`${field}.options.${place}.text`, 'option_missing'));
  }
  return errors;
}
