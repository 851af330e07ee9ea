import { sql, type Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { ReviewStepTable } from '#server/platform/database/question-editing-tables.ts';
import type { QuestionSetRow } from '../question-set.store.ts';
import type { ReplacedQuestion } from './kept-questions.ts';

/**
 * Marks questions of the small model in a quiz, and the same ones in its lesson's bank, as accepted or as drafts again. Other
 * writers' questions never were drafts and stay as they are.
 */
export async function markDrafts(
  database: Database,
  { id, lesson_id: lessonId }: Pick<QuestionSetRow, 'id' | 'lesson_id'>,
  { questionIds, isDraft }: { questionIds: readonly number[]; isDraft: boolean },
): Promise<void> {
  const marked = await database
    .updateTable('questions')
    .set({ is_draft: isDraft })
    .where('question_set_id', '=', id)
    .where('id', 'in', [...questionIds])
    .where('written_by', '=', 'small_model')
    .returning('fingerprint')
    .execute();
  const fingerprints = marked.map(({ fingerprint }) => fingerprint);
  if (fingerprints.length === 0) return;
  await database
    .updateTable('question_candidates')
    .set({ is_draft: isDraft })
    .where('lesson_id', '=', lessonId)
    .where('fingerprint', 'in', fingerprints)
    .where('written_by', '=', 'small_model')
    .execute();
}

/** Sets whether the lesson's bank offers the question. Returns whether the bank contains it. */
export async function setRejected(
  database: Database,
  { lessonId, fingerprint, isRejected }: { lessonId: number; fingerprint: string; isRejected: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('question_candidates')
    .set({ is_rejected: isRejected })
    .where('lesson_id', '=', lessonId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteQuestion(database: Database, id: number): Promise<void> {
  await database.deleteFrom('questions').where('id', '=', id).execute();
}

/** Moves the questions from a position on, up or down. */
export async function shiftQuestions(
  database: Database,
  questionSetId: number,
  { from, places }: { from: number; places: 1 | -1 },
): Promise<void> {
  // In two steps, because positions must be unique even during a statement.
  await sql`update questions set position = -(position + ${places})
    where question_set_id = ${questionSetId} and position >= ${from}`.execute(database);
  await sql`update questions set position = -position
    where question_set_id = ${questionSetId} and position < 0`.execute(database);
}

type Step = Selectable<ReviewStepTable>;

/** Older steps cannot be undone. */
const MOST_STEPS = 100;

export async function insertStep(
  database: Database,
  step: Omit<Step, 'id' | 'before'> & { readonly before: ReplacedQuestion },
): Promise<void> {
  await database
    .insertInto('review_steps')
    .values({ ...step, before: JSON.stringify(step.before) })
    .execute();
  await database
    .deleteFrom('review_steps')
    .where('question_set_id', '=', step.question_set_id)
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        '<=',
        selectFrom('review_steps')
          .select('id')
          .where('question_set_id', '=', step.question_set_id)
          .orderBy('id', 'desc')
          .offset(MOST_STEPS)
          .limit(1),
      ),
    )
    .execute();
}

/** The step that skipped a question, unless it was undone. */
export const findSkip = (
  database: Database,
  questionSetId: number,
  questionId: number,
): Promise<Pick<Step, 'after'> | undefined> =>
  database
    .selectFrom('review_steps')
    .select('after')
    .where('question_set_id', '=', questionSetId)
    .where('kind', '=', 'skipped')
    .where(sql<boolean>`(before ->> 'id')::int = ${questionId}`)
    .executeTakeFirst();

/** Removes the last step and returns it. */
export const takeLastStep = (database: Database, questionSetId: number): Promise<Step | undefined> =>
  database
    .deleteFrom('review_steps')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('review_steps')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('question_set_id', '=', questionSetId),
    )
    .returningAll()
    .executeTakeFirst();

export async function deleteSteps(database: Database, questionSetId: number): Promise<void> {
  await database.deleteFrom('review_steps').where('question_set_id', '=', questionSetId).execute();
}
