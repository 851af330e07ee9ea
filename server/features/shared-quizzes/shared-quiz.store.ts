import { sql, type Selectable } from 'kysely';
import type { SharedQuizSettings, SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Database } from '#server/database/database.ts';
import type {
  ClassListMemberTable,
  ClassListTable,
  SharedQuizTable,
  SharedQuizVersionTable,
} from '#server/database/student-tables.ts';

/** With what others say of it. Only quizzes whose lesson is not in the trash. */
export type SharedQuizRow = Selectable<SharedQuizTable> & {
  name: string;
  lesson_id: number;
  question_set_version: number;
  version_id: number;
  version: number;
  copied_version: number;
  question_count: number;
};
export type VersionRow = Selectable<SharedQuizVersionTable>;

const withVersion = (database: Database) =>
  database
    .selectFrom('shared_quizzes')
    .innerJoin('question_sets', 'question_sets.id', 'shared_quizzes.question_set_id')
    .innerJoin('lessons', 'lessons.id', 'question_sets.lesson_id')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('shared_quiz_versions')
          .select((each) => [
            'shared_quiz_versions.id as version_id',
            'shared_quiz_versions.version',
            'shared_quiz_versions.question_set_version as copied_version',
            each.fn<number>('jsonb_array_length', ['shared_quiz_versions.questions']).as('question_count'),
          ])
          .whereRef('shared_quiz_versions.shared_quiz_id', '=', 'shared_quizzes.id')
          .orderBy('shared_quiz_versions.version', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('shared_quizzes')
    .select([
      'question_sets.name',
      'question_sets.lesson_id',
      'question_sets.version as question_set_version',
      'latest.version_id',
      'latest.version',
      'latest.copied_version',
      'latest.question_count',
    ]);

export const findSharedQuiz = (database: Database, id: number): Promise<SharedQuizRow | undefined> =>
  withVersion(database).where('shared_quizzes.id', '=', id).executeTakeFirst();

export const findSharedQuizByCode = (database: Database, code: string): Promise<SharedQuizRow | undefined> =>
  withVersion(database).where('shared_quizzes.code', '=', code).executeTakeFirst();

/** Newest first. */
export function listSharedQuizRows(
  database: Database,
  of: { instructorId: number; questionSetId?: number },
): Promise<SharedQuizRow[]> {
  let query = withVersion(database).where('shared_quizzes.instructor_id', '=', of.instructorId);
  if (of.questionSetId !== undefined) query = query.where('question_set_id', '=', of.questionSetId);
  return query.orderBy('shared_quizzes.id', 'desc').execute();
}

function columnsOf({
  opens_at: opensAt,
  closes_at: closesAt,
  class_list_id: classListId,
  ...rest
}: SharedQuizSettings) {
  return {
    settings: JSON.stringify(rest),
    opens_at: opensAt === null ? null : new Date(opensAt),
    closes_at: closesAt === null ? null : new Date(closesAt),
    class_list_id: classListId,
  };
}

/** @returns the id, or undefined when the question set is shared already or the code is taken. */
export async function insertSharedQuiz(
  database: Database,
  row: { question_set_id: number; instructor_id: number; code: string },
  settings: SharedQuizSettings,
): Promise<number | undefined> {
  const inserted = await database
    .insertInto('shared_quizzes')
    .values({ ...row, ...columnsOf(settings) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateSharedQuiz(
  database: Database,
  id: number,
  settings: SharedQuizSettings,
): Promise<void> {
  await database.updateTable('shared_quizzes').set(columnsOf(settings)).where('id', '=', id).execute();
}

/** Makes other changes of the shared quiz, and joining it, wait until the transaction ends. */
export async function lockSharedQuiz(transaction: Database, id: number): Promise<void> {
  await transaction.selectFrom('shared_quizzes').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function deleteSharedQuizRow(database: Database, id: number): Promise<void> {
  await database.deleteFrom('shared_quizzes').where('id', '=', id).execute();
}

export async function insertQuizVersion(
  database: Database,
  row: { shared_quiz_id: number; version: number; question_set_version: number },
  questions: readonly SnapshotQuestion[],
): Promise<number> {
  const { id } = await database
    .insertInto('shared_quiz_versions')
    .values({ ...row, questions: JSON.stringify(questions) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Oldest first. */
export const listVersions = (database: Database, sharedQuizId: number): Promise<VersionRow[]> =>
  database
    .selectFrom('shared_quiz_versions')
    .selectAll()
    .where('shared_quiz_id', '=', sharedQuizId)
    .orderBy('version')
    .execute();

export async function getSnapshot(database: Database, versionId: number): Promise<SnapshotQuestion[]> {
  const { questions } = await database
    .selectFrom('shared_quiz_versions')
    .select('questions')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return questions;
}

export const findClassList = (
  database: Database,
  id: number,
): Promise<Selectable<ClassListTable> | undefined> =>
  database.selectFrom('class_lists').selectAll().where('id', '=', id).executeTakeFirst();

export const listClassListRows = (
  database: Database,
  instructorId: number,
): Promise<Selectable<ClassListTable>[]> =>
  database
    .selectFrom('class_lists')
    .selectAll()
    .where('instructor_id', '=', instructorId)
    .orderBy('id')
    .execute();

export const listMembers = (
  database: Database,
  classListId: number,
): Promise<Selectable<ClassListMemberTable>[]> =>
  database
    .selectFrom('class_list_members')
    .selectAll()
    .where('class_list_id', '=', classListId)
    .orderBy('name')
    .execute();

export const findMember = (
  database: Database,
  classListId: number,
  codeHash: Buffer,
): Promise<{ id: number; name: string } | undefined> =>
  database
    .selectFrom('class_list_members')
    .select(['id', 'name'])
    .where('class_list_id', '=', classListId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();

/** How many attempts each shared quiz has, without previews, and how many of them are not submitted. */
export async function countAttempts(
  database: Database,
  sharedQuizIds: readonly number[],
): Promise<Map<number, { all: number; open: number }>> {
  if (sharedQuizIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('attempts')
    .select([
      'shared_quiz_id',
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where submitted_at is null))::int`.as('open'),
    ])
    .where('shared_quiz_id', 'in', sharedQuizIds)
    .where('is_preview', '=', false)
    .groupBy('shared_quiz_id')
    .execute();
  return new Map(rows.map(({ shared_quiz_id: id, all, open }) => [id, { all, open }]));
}
