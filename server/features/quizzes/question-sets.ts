import { writeJson, type JsonPieces } from '#server/platform/write-json.ts';
import type { ExportedQuestionSet } from '#contract/account-export.ts';
import { MAXIMUM_ID } from '#contract/fields.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import {
  BLOOM_LEVELS,
  question as questionSchema,
  type Question,
  type QuestionSet,
  type QuestionSetWithQuestions,
} from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, notFound, ProblemError } from '#server/platform/problem-error.ts';
import { ownsCourse } from '../courses/course.policy.ts';
import { getCourseOutcomes, getOwnCourse } from '../courses/courses.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import { putIntoTrash } from '../trash/put-into-trash.ts';
import { readKept } from './editing/kept-questions.ts';
import { findDraft, findVersion, listVersionRows } from './editing/question-editing.store.ts';
import {
  findQuestionSet,
  listQuestions,
  deleteEmptyQuestionSets,
  listQuestionSetRows,
  updateQuestionSetRow,
  noteQuestionSetUsed,
  saveTouchedQuestionSet,
  type QuestionRow,
  type QuestionSetRow,
} from './question-set.store.ts';

/** @throws {ProblemError} not_found, also for a set of another user's lesson. */
export async function getOwnQuestionSetRow(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<QuestionSetRow> {
  const set = await findQuestionSet(dependencies.database, id);
  if (set === undefined || !ownsCourse(actor, set)) throw notFound('question_set');
  return set;
}

/** With its published questions. @throws {ProblemError} not_found, as {@link getOwnQuestionSetRow}. */
export async function getOwnQuestionSet(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<QuestionSetWithQuestions> {
  const set = await getOwnQuestionSetRow(dependencies, actor, id);
  const questions = await listQuestions(dependencies.database, id);
  const outcomes = await getCourseOutcomes(dependencies, set.course_id);
  return {
    question_set: presentQuestionSet(set),
    questions: questions.map(presentQuestion),
    // Stored before sentences had codes: without any.
    shortfall: set.shortfall && { ...set.shortfall, reason_coded: set.shortfall.reason_coded ?? null },
    writer: set.writer && {
      ...set.writer,
      note_coded: set.writer.note_coded ?? null,
      cost: set.writer.cost ?? null,
    },
    uncovered_outcomes: listUncovered(
      outcomes,
      set.requested_outcomes,
      questions.map((question) => question.outcome_short_name),
    ),
  };
}

/** Of the course's outcomes those that were requested, or all where none was, which no question tests. */
export function listUncovered(
  outcomes: readonly { readonly short_name: string }[],
  requested: readonly string[],
  tested: readonly (string | null)[],
): string[] {
  return outcomes
    .map(({ short_name: name }) => name)
    .filter((name) => (requested.length === 0 || requested.includes(name)) && !tested.includes(name));
}

/** Adds the level and difficulty that independent rules find in the question now. */
function presentQuestion(question: QuestionRow): Question {
  const checked: CheckedQuestion = { ...question, quote: question.evidence?.quote ?? null };
  const level = findLevel(checked);
  const { reason } = estimateDifficulty(checked, level);
  const outcome = question.outcome_short_name;
  return questionSchema.parse({
    ...question,
    level_found: level,
    difficulty_reason: wordMessage(reason),
    difficulty_reason_coded: reason,
    outcome: outcome === null ? null : { short_name: outcome },
  });
}

export const presentQuestionSet = (set: QuestionSetRow): QuestionSet => ({
  id: set.id,
  name: set.name,
  answer_style: set.answer_style,
  question_count: set.question_count,
  created_at: set.created_at.toISOString(),
  lesson_id: set.lesson_id,
  lesson_title: set.lesson_title,
  taxonomy_levels: BLOOM_LEVELS.filter((level) => set.taxonomy_levels.includes(level)),
  saved_at: set.saved_at?.toISOString() ?? null,
  version: set.version,
  has_draft: set.has_draft,
});

type Needed = Pick<Dependencies, 'database'>;

/** Keeps a set for good, under a name. @throws {ProblemError} not_found; validation_failed for one without questions. */
export async function saveQuestionSet(
  dependencies: Needed,
  actor: Actor,
  id: number,
  name: string,
): Promise<QuestionSetWithQuestions> {
  const { question_set: set } = await getOwnQuestionSet(dependencies, actor, id);
  if (set.question_count === 0) throw invalidField('question_set_id', 'quiz_without_questions');
  const savedAt = set.saved_at === null ? new Date() : new Date(set.saved_at);
  await updateQuestionSetRow(dependencies.database, id, { name, saved_at: savedAt });
  return getOwnQuestionSet(dependencies, actor, id);
}

/** As {@link getOwnQuestionSet}, and counts as a use, because an unsaved set expires after its last use. */
export async function openQuestionSet(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<QuestionSetWithQuestions> {
  const set = await getOwnQuestionSet(dependencies, actor, id);
  if (set.question_set.saved_at === null) await noteQuestionSetUsed(dependencies.database, id);
  return set;
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
  await saveTouchedQuestionSet(dependencies.database, id);
  return getOwnQuestionSet(dependencies, actor, id);
}

/** Moves a set to the trash, from which it can be restored for 30 days. @throws {ProblemError} not_found. */
export async function deleteQuestionSet(dependencies: Needed, actor: Actor, id: number): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const { course_id, lesson_id } = await getOwnQuestionSetRow({ database: transaction }, actor, id);
    await putIntoTrash(transaction, actor, { kind: 'question_set', id, course_id, lesson_id });
  });
}

/** Saves a restored set, unless it has no questions: whoever restores it wants to keep it. */
export const keepRestoredQuestionSet = ({ database }: Needed, id: number): Promise<void> =>
  saveTouchedQuestionSet(database, id);

/** Deletes unsaved sets without questions and drafts that were last used before `before`. Returns how many. */
export const forgetEmptyQuestionSets = ({ database }: Needed, before: Date): Promise<number> =>
  deleteEmptyQuestionSets(database, before);

/** The saved sets of a lesson, newest first. @throws {ProblemError} not_found. */
export async function listQuestionSetsOfLesson(
  dependencies: Needed,
  actor: Actor,
  { lessonId, before }: { lessonId: number; before: number | undefined },
): Promise<QuestionSet[]> {
  await getOwnLesson(dependencies, actor, lessonId);
  const sets = await listQuestionSetRows(dependencies.database, {
    instructorId: actor.instructorId,
    isSaved: true,
    lessonId,
    before,
  });
  return sets.map(presentQuestionSet);
}

/** One's own sets, saved or not, of one course or of all, newest first. @throws {ProblemError} not_found. */
export async function listQuestionSets(
  dependencies: Needed,
  actor: Actor,
  {
    courseId,
    isSaved,
    before,
  }: { courseId: number | undefined; isSaved: boolean; before: number | undefined },
): Promise<QuestionSet[]> {
  if (courseId !== undefined) await getOwnCourse(dependencies, actor, courseId);
  const sets = await listQuestionSetRows(dependencies.database, {
    instructorId: actor.instructorId,
    isSaved,
    courseId,
    before,
  });
  return sets.map(presentQuestionSet);
}

/** All question sets of the actor, saved or not, with drafts and versions, one at a time, as JSON in pieces. */
export async function* exportQuestionSets(dependencies: Needed, actor: Actor): AsyncGenerator<JsonPieces> {
  for (const isSaved of [true, false]) {
    let before: number | undefined;
    do {
      const of = { instructorId: actor.instructorId, isSaved, before };
      const page = await listQuestionSetRows(dependencies.database, of);
      for (const { id } of page) {
        const set = await findWithDraft(dependencies, actor, id);
        if (set !== undefined) yield writeJson(set, { versions: () => readOldVersions(dependencies, id) });
      }
      before = page.at(-1)?.id;
    } while (before !== undefined);
  }
}

/** Undefined when it was deleted since it was listed. */
async function findWithDraft(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<Omit<ExportedQuestionSet, 'versions'> | undefined> {
  try {
    const set = await getOwnQuestionSet(dependencies, actor, id);
    const draft = await findDraft(dependencies.database, id);
    return {
      ...set,
      draft:
        draft === undefined
          ? null
          : { updated_at: draft.updated_at.toISOString(), questions: readKept(draft.questions) },
    };
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function* readOldVersions(
  { database }: Needed,
  id: number,
): AsyncGenerator<ExportedQuestionSet['versions'][number]> {
  for (const { version } of await listVersionRows(database, id, { limit: MAXIMUM_ID })) {
    const row = await findVersion(database, id, version);
    if (row === undefined) continue;
    yield { version, created_at: row.created_at.toISOString(), questions: readKept(row.questions) };
  }
}
