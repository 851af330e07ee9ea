import { sql, type Selectable } from 'kysely';
import { MAXIMUM_ID } from '#contract/fields.ts';
import { PAGE_ROWS } from '#contract/list-limits.ts';
import type { AnswerStyle } from '#contract/quizzes.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { Database } from '#server/platform/database/database.ts';
import type {
  QuestionSetDraftTable,
  QuestionSetVersionTable,
} from '#server/platform/database/question-editing-tables.ts';
import { fingerprintOfStem } from '#server/language/question-fingerprint.ts';
import { insertStems } from '../bank/candidate.store.ts';
import { saveTouchedQuestionSet } from '../question-set.store.ts';
import type { KeptQuestion } from './kept-questions.ts';

export type DraftRow = Selectable<QuestionSetDraftTable>;
export type VersionRow = Selectable<QuestionSetVersionTable>;

/** Makes other edits of the set wait until the transaction ends. */
export async function lockQuestionSet(transaction: Database, id: number): Promise<void> {
  await transaction.selectFrom('question_sets').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export const findDraft = (database: Database, questionSetId: number): Promise<DraftRow | undefined> =>
  database
    .selectFrom('question_set_drafts')
    .selectAll()
    .where('question_set_id', '=', questionSetId)
    .executeTakeFirst();

/** Each draft gets a later time than the one before, so that no two look alike. Returns that time. */
export async function upsertDraft(
  database: Database,
  questionSetId: number,
  draft: { basedOnVersion: number; questions: readonly KeptQuestion[]; saveId?: string | undefined },
): Promise<Date> {
  const content = {
    based_on_version: draft.basedOnVersion,
    questions: JSON.stringify(draft.questions),
    save_id: draft.saveId ?? null,
  };
  const { updated_at: updatedAt } = await database
    .insertInto('question_set_drafts')
    .values({ ...content, question_set_id: questionSetId })
    .onConflict((conflict) =>
      conflict.column('question_set_id').doUpdateSet({
        ...content,
        updated_at: sql<Date>`greatest(clock_timestamp(), question_set_drafts.updated_at + interval '1 millisecond')`,
      }),
    )
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  return updatedAt;
}

export async function deleteDraft(database: Database, questionSetId: number): Promise<void> {
  await database.deleteFrom('question_set_drafts').where('question_set_id', '=', questionSetId).execute();
}

/** The replaced versions without their questions, newest first; `created_at` is when each was replaced. */
export const listVersionRows = (
  database: Database,
  questionSetId: number,
  { upTo = MAXIMUM_ID, limit = PAGE_ROWS }: { upTo?: number; limit?: number } = {},
): Promise<{ version: number; question_count: number; created_at: Date }[]> =>
  database
    .selectFrom('question_set_versions')
    .select(['version', 'created_at', sql<number>`jsonb_array_length(questions)`.as('question_count')])
    .where('question_set_id', '=', questionSetId)
    .where('version', '<=', upTo)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();

/** Of the versions behind the newest, keeps the last of each day, and of each week before `dailySince`. Returns how many went. */
export async function deleteThinnedVersions(
  database: Database,
  { newest, dailySince }: { newest: number; dailySince: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from question_set_versions using (
      select question_set_id, version,
        row_number() over (partition by question_set_id order by version desc) > ${newest} as is_old,
        row_number() over (
          partition by question_set_id, date_trunc(case when created_at < ${dailySince} then 'week' else 'day' end, created_at)
          order by version desc) > 1 as is_followed
      from question_set_versions
    ) as ranked
    where ranked.is_old and ranked.is_followed
      and question_set_versions.question_set_id = ranked.question_set_id
      and question_set_versions.version = ranked.version`.execute(database);
  return Number(numAffectedRows ?? 0n);
}

export const findVersion = (
  database: Database,
  questionSetId: number,
  version: number,
): Promise<VersionRow | undefined> =>
  database
    .selectFrom('question_set_versions')
    .selectAll()
    .where('question_set_id', '=', questionSetId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Its stems are remembered longer than the version. */
export async function insertVersion(
  database: Database,
  questionSetId: number,
  version: number,
  questions: readonly KeptQuestion[],
): Promise<void> {
  await database
    .insertInto('question_set_versions')
    .values({ question_set_id: questionSetId, version, questions: JSON.stringify(questions) })
    .execute();
  await insertStems(
    database,
    questionSetId,
    questions.map(({ text }) => fingerprintOfStem(text)),
  );
}

/** Increments the version for a publication, which also saves the set. */
export async function raiseVersion(
  database: Database,
  questionSetId: number,
  saveId: string | null = null,
): Promise<void> {
  await database
    .updateTable('question_sets')
    .set((set) => ({ version: set('version', '+', 1), save_id: saveId }))
    .where('id', '=', questionSetId)
    .execute();
  await saveTouchedQuestionSet(database, questionSetId);
}

/** With their options. */
export async function deleteQuestions(database: Database, questionSetId: number): Promise<void> {
  await database.deleteFrom('questions').where('question_set_id', '=', questionSetId).execute();
}

/** A published question, and what it is based on. */
export interface QuestionWithEvidence {
  readonly id: number;
  readonly question_set_id: number;
  readonly text: string;
  readonly type: AnswerStyle;
  readonly evidence: Evidence;
  readonly quiz_name: string;
}

/** The published questions of a lesson's quizzes that cite it, including quizzes in the trash. */
export const listQuestionsWithEvidence = (
  database: Database,
  lessonId: number,
): Promise<QuestionWithEvidence[]> => selectQuestionsWithEvidence(database, lessonId).execute();

/** Those whose words the lesson no longer says, at most `limit`. */
export const listQuestionsWithChangedEvidence = (
  database: Database,
  lessonId: number,
  limit: number,
): Promise<QuestionWithEvidence[]> =>
  selectQuestionsWithEvidence(database, lessonId)
    .where(sql<boolean>`jsonb_exists(questions.evidence, 'changed')`)
    .where('question_sets.trashed_at', 'is', null)
    .limit(limit)
    .execute();

const selectQuestionsWithEvidence = (database: Database, lessonId: number) =>
  database
    .selectFrom('questions')
    .innerJoin('all_question_sets as question_sets', 'question_sets.id', 'questions.question_set_id')
    .select([
      'questions.id',
      'questions.question_set_id',
      'questions.text',
      'questions.type',
      'questions.evidence',
      'question_sets.name as quiz_name',
    ])
    .where('question_sets.lesson_id', '=', lessonId)
    .where(sql<boolean>`questions.evidence <> 'null'`)
    .orderBy('questions.question_set_id')
    .orderBy('questions.position')
    .$castTo<QuestionWithEvidence>();

/** Blocks edits of a lesson's quizzes until the transaction ends. Returns their ids, including those in the trash. */
export async function lockQuestionSetsOf(transaction: Database, lessonId: number): Promise<number[]> {
  const rows = await transaction
    .selectFrom('all_question_sets')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateQuestionEvidence(
  database: Database,
  id: number,
  evidence: Evidence,
): Promise<void> {
  await database
    .updateTable('questions')
    .set({ evidence: JSON.stringify(evidence) })
    .where('id', '=', id)
    .execute();
}

/** Its time stays: an editor that shows it has nothing to load again. */
export async function updateDraftQuestions(
  database: Database,
  questionSetId: number,
  questions: readonly KeptQuestion[],
): Promise<void> {
  await database
    .updateTable('question_set_drafts')
    .set({ questions: JSON.stringify(questions) })
    .where('question_set_id', '=', questionSetId)
    .execute();
}
