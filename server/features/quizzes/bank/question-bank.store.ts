import { sql, type Selectable } from 'kysely';
import type { Message } from '#contract/messages/message.ts';
import { storeMessage, wordOptional } from '#server/platform/database/store-message.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { QuestionBankTable } from '#server/platform/database/question-bank-tables.ts';

export type QuestionBankRow = Selectable<QuestionBankTable>;

export const findBank = (database: Database, lessonId: number): Promise<QuestionBankRow | undefined> =>
  database.selectFrom('question_banks').selectAll().where('lesson_id', '=', lessonId).executeTakeFirst();

/** The bank's row, made when it is missing. Others that change the bank wait until the transaction ends. */
export async function lockBank(transaction: Database, lessonId: number): Promise<QuestionBankRow> {
  await transaction
    .insertInto('question_banks')
    .values({ ...NEW_BANK, lesson_id: lessonId })
    .onConflict((conflict) => conflict.column('lesson_id').doNothing())
    .execute();
  return transaction
    .selectFrom('question_banks')
    .selectAll()
    .where('lesson_id', '=', lessonId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const NEW_BANK = {
  status: null,
  note: null,
  note_coded: null,
  job_id: null,
  writer: null,
  seconds_per_candidate: null,
  outcomes_hash: null,
};

/** @param jobId only while this job is the preparation that counts. Returns whether it was. */
export async function updateBank(
  database: Database,
  lessonId: number,
  {
    note,
    ...change
  }: Partial<Omit<QuestionBankRow, 'lesson_id' | 'updated_at' | 'note' | 'note_coded' | 'facts'>> & {
    note?: Message | null;
  },
  jobId?: string,
): Promise<boolean> {
  let query = database
    .updateTable('question_banks')
    .set({
      ...change,
      ...(note === undefined ? {} : { note: wordOptional(note).message, note_coded: storeMessage(note) }),
      updated_at: new Date(),
    })
    .where('lesson_id', '=', lessonId);
  if (jobId !== undefined) query = query.where('job_id', '=', jobId);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

/**
 * Whether the lesson still has this text; it then keeps it until the transaction ends.
 * @returns undefined when the lesson was deleted or has another text.
 */
export const holdLessonText = (
  transaction: Database,
  lessonId: number,
  documentSourceId: string | null,
): Promise<{ id: number } | undefined> =>
  transaction
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', lessonId)
    .where('docsource_id', '=', documentSourceId)
    .forShare()
    .executeTakeFirst();

/** Counted by the database: the text of a long document would only be loaded for it. */
export async function countLessonWords(database: Database, lessonId: number): Promise<number> {
  const row = await database
    .selectFrom('passages')
    .innerJoin('lessons', 'lessons.docsource_id', 'passages.docsource_id')
    .select(
      sql<number>`coalesce(sum(cardinality(string_to_array(passages.text, ' '))), 0)::integer`.as('count'),
    )
    .where('lessons.id', '=', lessonId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Seconds that a candidate took in the banks that this writer worked on last; null when it has written none. */
export async function findUsualPace(database: Database, writer: string | null): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select avg(seconds_per_candidate) as seconds from (
      select seconds_per_candidate from question_banks
      where seconds_per_candidate is not null and writer is not distinct from ${writer}
      order by updated_at desc limit 10
    ) as latest`.execute(database);
  return rows[0]?.seconds ?? null;
}

interface LessonToPrepare {
  readonly id: number;
  readonly course_id: number;
  readonly instructor_id: number;
}

/** Whose the lesson is; undefined when it was deleted. */
export const findBankOwner = (
  database: Database,
  lessonId: number,
): Promise<(LessonToPrepare & { type: string }) | undefined> =>
  database
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['lessons.id', 'lessons.course_id', 'lessons.type', 'courses.instructor_id'])
    .where('lessons.id', '=', lessonId)
    .executeTakeFirst();

/** Lessons that have a text and no preparation, newest first. @param lacksFacts only those whose facts were not listed either */
export const listUnpreparedLessons = (
  database: Database,
  { limit, lacksFacts }: { limit: number; lacksFacts: boolean },
): Promise<LessonToPrepare[]> =>
  database
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .leftJoin('question_banks', 'question_banks.lesson_id', 'lessons.id')
    .select(['lessons.id', 'lessons.course_id', 'courses.instructor_id'])
    .where('lessons.docsource_id', 'is not', null)
    .where('lessons.type', '!=', 'syllabus')
    .where('question_banks.status', 'is', null)
    .orderBy('lessons.id', 'desc')
    .$if(lacksFacts, (lessons) =>
      lessons.where(
        sql<boolean>`question_banks.facts ->> 'docsource_id' is distinct from lessons.docsource_id`,
      ),
    )
    .limit(limit)
    .execute();

/** Preparations that should be under way and have not been touched since `before`. */
export const listStalledBanks = (
  database: Database,
  before: Date,
): Promise<(LessonToPrepare & { job_id: string })[]> =>
  database
    .selectFrom('question_banks')
    .innerJoin('lessons', 'lessons.id', 'question_banks.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['lessons.id', 'lessons.course_id', 'courses.instructor_id', 'question_banks.job_id'])
    .where('question_banks.status', 'in', ['waiting', 'preparing'])
    .where('question_banks.updated_at', '<', before)
    .where('question_banks.job_id', 'is not', null)
    .$narrowType<{ job_id: string }>()
    .execute();
