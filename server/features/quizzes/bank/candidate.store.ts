import { readInPages } from '#server/platform/database/read-in-pages.ts';
import { sql, type Selectable } from 'kysely';
import type { Evidence } from '#contract/evidence.ts';
import type { AnswerStyle, Flaw } from '#contract/quizzes.ts';
import type { ModelUse } from '#contract/model-use.ts';
import type { SearchScope } from '#contract/search.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { QuestionCandidateTable } from '#server/platform/database/question-bank-tables.ts';
import type { WrittenQuestion } from '../writer/written-question.ts';

export type CandidateRow = Selectable<QuestionCandidateTable>;

/** A quiz that contains a question. */
interface QuestionUse {
  readonly question_set_id: number;
  readonly name: string;
}

/** Returns false when the lesson has the question already, rejected or not. */
export async function insertCandidate(
  database: Database,
  candidate: Pick<
    CandidateRow,
    'lesson_id' | 'fingerprint' | 'section' | 'score' | 'written_by' | 'is_draft'
  > & {
    question: WrittenQuestion;
    model_use?: ModelUse | undefined;
  },
): Promise<boolean> {
  const result = await database
    .insertInto('question_candidates')
    .values({
      ...candidate,
      question: JSON.stringify(candidate.question),
      model_use: candidate.model_use && JSON.stringify(candidate.model_use),
      edited_at: null,
    })
    .onConflict((conflict) => conflict.columns(['lesson_id', 'fingerprint']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The lesson still says what the question is based on. */
export const HAS_EVIDENCE = sql<boolean>`jsonb_exists(question_candidates.question -> 'evidence', 'changed') is not true`;

/** The candidates that can be used, best first. */
export const listCandidates = (
  database: Database,
  lessonId: number,
  answerStyle: AnswerStyle,
): Promise<CandidateRow[]> =>
  selectCandidates(database, lessonId).where('answer_style', '=', answerStyle).where(HAS_EVIDENCE).execute();

/** As {@link listCandidates}, with those whose evidence changed. */
export const listShownCandidates = (database: Database, lessonId: number): Promise<CandidateRow[]> =>
  selectCandidates(database, lessonId).execute();

const selectCandidates = (database: Database, lessonId: number) =>
  database
    .selectFrom('question_candidates')
    .selectAll()
    .where('lesson_id', '=', lessonId)
    .where('is_rejected', '=', false)
    .orderBy('score', 'desc')
    .orderBy('id');

/** Those that are not rejected and whose evidence changed, best first. */
export const listChangedCandidates = (
  database: Database,
  lessonId: number,
  limit: number,
): Promise<CandidateRow[]> =>
  selectCandidates(database, lessonId)
    .where(({ not }) => not(HAS_EVIDENCE))
    .limit(limit)
    .execute();

/** Rejected ones too, oldest first. */
export const listAllCandidates = (database: Database, lessonId: number): Promise<CandidateRow[]> =>
  database
    .selectFrom('question_candidates')
    .selectAll()
    .where('lesson_id', '=', lessonId)
    .orderBy('id')
    .execute();

/** With whose it is. */
export const findCandidate = (
  database: Database,
  id: number,
): Promise<(CandidateRow & { instructor_id: number; course_id: number }) | undefined> =>
  database
    .selectFrom('question_candidates')
    .innerJoin('lessons', 'lessons.id', 'question_candidates.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .selectAll('question_candidates')
    .select(['courses.instructor_id', 'lessons.course_id'])
    .where('question_candidates.id', '=', id)
    .executeTakeFirst();

/** How many can be used. */
export async function countCandidates(
  database: Database,
  lessonId: number,
): Promise<{ all: number; multipleChoice: number }> {
  const rows = await database
    .selectFrom('question_candidates')
    .select(['answer_style', ({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('count')])
    .where('lesson_id', '=', lessonId)
    .where('is_rejected', '=', false)
    .where(HAS_EVIDENCE)
    .groupBy('answer_style')
    .execute();
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    multipleChoice: rows.find((row) => row.answer_style === 'multiple_choice')?.count ?? 0,
  };
}

/** Keeps the current evidence and outcome, because the lesson or its course may have changed since the question was read. */
export async function updateCandidate(
  database: Database,
  id: number,
  change: {
    question?: Omit<WrittenQuestion, 'flaws'> & { readonly flaws: readonly Flaw[] };
    is_draft?: boolean;
    edited_at?: Date;
    is_rejected?: boolean;
  },
): Promise<void> {
  const { question, ...columns } = change;
  await database
    .updateTable('question_candidates')
    .set({
      ...columns,
      ...(question === undefined
        ? {}
        : {
            question: sql<string>`${JSON.stringify(question)}::jsonb || jsonb_build_object(
              'evidence', question -> 'evidence', 'outcome', question -> 'outcome')`,
          }),
    })
    .where('id', '=', id)
    .execute();
}

/** Changes nothing else of the question: an instructor may be editing it. */
export async function updateEvidence(
  database: Database,
  id: number,
  { evidence, section }: { evidence: Evidence; section: number },
): Promise<void> {
  await database
    .updateTable('question_candidates')
    .set({
      question: sql<string>`jsonb_set(question, '{evidence}', ${JSON.stringify(evidence)}::jsonb)`,
      section,
    })
    .where('id', '=', id)
    .execute();
}

/** As {@link updateEvidence}. @param outcome short name of an outcome of the course. */
export async function updateOutcome(database: Database, id: number, outcome: string | null): Promise<void> {
  await database
    .updateTable('question_candidates')
    .set({ question: sql<string>`jsonb_set(question, '{outcome}', ${JSON.stringify(outcome)}::jsonb)` })
    .where('id', '=', id)
    .execute();
}

/** Deletes the candidates that no instructor edited. */
export async function deleteUntouchedCandidates(database: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .deleteFrom('question_candidates')
    .where('id', 'in', [...ids])
    .where('edited_at', 'is', null)
    .execute();
}

/**
 * The lesson's quizzes, saved or not, that have published a question with one of these fingerprints: of each fingerprint the
 * oldest few.
 */
export async function listUses(
  database: Database,
  lessonId: number,
  fingerprints: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, QuestionUse[]>> {
  if (fingerprints.length === 0) return new Map();
  const { rows } = await sql<QuestionUse & { fingerprint: string }>`
    select sought.fingerprint, uses.question_set_id, uses.name
    from unnest(${[...fingerprints]}::text[]) as sought (fingerprint)
    cross join lateral (
      select distinct question_sets.id as question_set_id, question_sets.name
      from questions
      join question_sets on question_sets.id = questions.question_set_id
      where questions.fingerprint = sought.fingerprint and question_sets.lesson_id = ${lessonId}
      order by question_set_id
      limit ${limit}
    ) as uses`.execute(database);
  const uses = new Map<string, QuestionUse[]>();
  for (const { fingerprint, ...use } of rows) {
    const found = uses.get(fingerprint);
    if (found === undefined) uses.set(fingerprint, [use]);
    else found.push(use);
  }
  return uses;
}

/** Remembers which questions a quiz has contained. */
export async function insertStems(
  database: Database,
  questionSetId: number,
  fingerprints: readonly string[],
): Promise<void> {
  if (fingerprints.length === 0) return;
  await database
    .insertInto('question_set_stems')
    .values(
      [...new Set(fingerprints)].map((fingerprint) => ({ question_set_id: questionSetId, fingerprint })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Which of these the quiz has contained. */
export async function listStemsAmong(
  database: Database,
  questionSetId: number,
  fingerprints: readonly string[],
): Promise<string[]> {
  const rows = await database
    .selectFrom('question_set_stems')
    .select('fingerprint')
    .where('question_set_id', '=', questionSetId)
    .where(sql<boolean>`fingerprint = any(${[...fingerprints]}::text[])`)
    .execute();
  return rows.map(({ fingerprint }) => fingerprint);
}

const CANDIDATES_AT_ONCE = 50;

/** Of all the instructor's lessons, rejected ones too. */
export const readCandidatesOf = (database: Database, instructorId: number): AsyncGenerator<CandidateRow> =>
  readInPages(CANDIDATES_AT_ONCE, (after) =>
    database
      .selectFrom('question_candidates')
      .innerJoin('lessons', 'lessons.id', 'question_candidates.lesson_id')
      .innerJoin('courses', 'courses.id', 'lessons.course_id')
      .selectAll('question_candidates')
      .where('courses.instructor_id', '=', instructorId)
      .where('question_candidates.id', '>', after?.id ?? 0)
      .orderBy('question_candidates.id')
      .limit(CANDIDATES_AT_ONCE)
      .execute(),
  );

/** Multiple-choice questions of the instructor's lessons in scope, the best first. */
export function listBestCandidates(
  database: Database,
  { instructorId, scope, limit }: { instructorId: number; scope: SearchScope; limit: number },
) {
  let query = database
    .selectFrom('question_candidates')
    .innerJoin('lessons', 'lessons.id', 'question_candidates.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select([
      'question_candidates.question',
      'question_candidates.section',
      'lessons.id as lesson_id',
      'lessons.title as lesson_title',
      'lessons.course_id',
    ])
    .where('courses.instructor_id', '=', instructorId)
    .where('question_candidates.is_rejected', '=', false)
    .where(HAS_EVIDENCE)
    .where('question_candidates.answer_style', '=', 'multiple_choice');
  if (scope.course_id !== undefined) query = query.where('lessons.course_id', '=', scope.course_id);
  if (scope.lesson_id !== undefined) query = query.where('lessons.id', '=', scope.lesson_id);
  return query
    .orderBy('question_candidates.score', 'desc')
    .orderBy('question_candidates.id')
    .limit(limit)
    .execute();
}
