import { sql } from 'kysely';
import type { BlueprintCell, ExamBlueprint } from '#contract/exams.ts';
import type { AnswerStyle, BloomLevel } from '#contract/quizzes.ts';
import type { Database } from '#server/database/database.ts';
import { HAS_EVIDENCE, type CandidateRow } from '../bank/candidate.store.ts';
import type { QuestionBankRow } from '../bank/question-bank.store.ts';

export async function findBlueprint(
  database: Database,
  courseId: number,
): Promise<ExamBlueprint | undefined> {
  const row = await database
    .selectFrom('exam_blueprints')
    .select('blueprint')
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return row?.blueprint;
}

export async function upsertBlueprint(
  database: Database,
  courseId: number,
  blueprint: ExamBlueprint,
): Promise<void> {
  const content = { blueprint: JSON.stringify(blueprint), updated_at: new Date() };
  await database
    .insertInto('exam_blueprints')
    .values({ ...content, course_id: courseId })
    .onConflict((conflict) => conflict.column('course_id').doUpdateSet(content))
    .execute();
}

export const listBlueprintsOf = (
  database: Database,
  instructorId: number,
): Promise<{ course_id: number; blueprint: ExamBlueprint; updated_at: Date }[]> =>
  database
    .selectFrom('exam_blueprints')
    .innerJoin('courses', 'courses.id', 'exam_blueprints.course_id')
    .selectAll('exam_blueprints')
    .where('courses.instructor_id', '=', instructorId)
    .orderBy('course_id')
    .execute();

export const listBanks = (database: Database, lessonIds: readonly number[]): Promise<QuestionBankRow[]> =>
  lessonIds.length === 0
    ? Promise.resolve([])
    : database
        .selectFrom('question_banks')
        .selectAll()
        .where('lesson_id', 'in', [...lessonIds])
        .execute();

export interface ReadyCount extends BlueprintCell {
  readonly lesson_id: number;
}

/** How many questions of each kind the banks of the lessons hold. */
export async function countReady(database: Database, lessonIds: readonly number[]): Promise<ReadyCount[]> {
  if (lessonIds.length === 0) return [];
  return database
    .selectFrom('question_candidates')
    .select([
      'lesson_id',
      'outcome',
      'taxonomy_level as level',
      'answer_style',
      ({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('count'),
    ])
    .where('lesson_id', 'in', [...lessonIds])
    .where('is_rejected', '=', false)
    .where(HAS_EVIDENCE)
    .groupBy(['lesson_id', 'outcome', 'taxonomy_level', 'answer_style'])
    .execute();
}

/** The questions of these styles and levels that can be used. */
export async function listCandidatesLike(
  database: Database,
  lessonIds: readonly number[],
  like: { readonly styles: readonly AnswerStyle[]; readonly levels: readonly BloomLevel[] },
): Promise<CandidateRow[]> {
  if (lessonIds.length === 0 || like.styles.length === 0) return [];
  return database
    .selectFrom('question_candidates')
    .selectAll()
    .where('lesson_id', 'in', [...lessonIds])
    .where('is_rejected', '=', false)
    .where(HAS_EVIDENCE)
    .where('answer_style', 'in', [...like.styles])
    .where('taxonomy_level', 'in', [...like.levels])
    .execute();
}

/** For each of the words, the lessons whose text has it in one of its forms. */
export async function listLessonsWithWords(
  database: Database,
  lessonIds: readonly number[],
  words: readonly string[],
): Promise<{ word: string; lesson_id: number }[]> {
  if (lessonIds.length === 0 || words.length === 0) return [];
  const { rows } = await sql<{ word: string; lesson_id: number }>`
    select word, lessons.id as lesson_id
    from lessons
    cross join unnest(${[...words]}::text[]) as word
    where lessons.id = any(${[...lessonIds]}::integer[])
      and exists (
        select from passages
        where passages.docsource_id = lessons.docsource_id and passages.words @@ plainto_tsquery('english', word))`.execute(
    database,
  );
  return rows;
}

/** They then stay until the transaction ends. Returns those that are there. */
export async function holdLessons(transaction: Database, lessonIds: readonly number[]): Promise<number[]> {
  const rows = await transaction
    .selectFrom('lessons')
    .select('id')
    .where('id', 'in', [...lessonIds])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}
