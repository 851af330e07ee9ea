import { sql, type Selectable } from 'kysely';
import type { Evidence } from '#contract/evidence.ts';
import type {
  AnswerStyle,
  BloomLevel,
  Flaw,
  FlawDismissal,
  QuestionSetWriter,
  QuestionWriter,
  Shortfall,
} from '#contract/quizzes.ts';
import { PAGE_ROWS } from '#contract/list-limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { OptionTable, QuestionSetTable, QuestionTable } from '#server/platform/database/schema.ts';
import { fingerprintOf } from '#server/language/question-fingerprint.ts';
import type { WrittenQuestion } from './writer/written-question.ts';

export type QuestionSetRow = Selectable<QuestionSetTable> & {
  instructor_id: number;
  course_id: number;
  question_count: number;
  lesson_title: string;
  /** Each once, in no order. */
  taxonomy_levels: BloomLevel[];
  has_draft: boolean;
};
/** A question to be stored: one that was generated, or one that was edited. */
export type NewQuestion = Omit<WrittenQuestion, 'evidence' | 'flaws'> & {
  readonly evidence: Evidence | null;
  readonly flaws: readonly Flaw[];
  readonly dismissed_flaws?: readonly FlawDismissal[];
  readonly written_by: QuestionWriter;
  readonly is_draft?: boolean;
};
export type QuestionRow = Selectable<QuestionTable> & { options: Selectable<OptionTable>[] };

const withOwnerAndCount = (database: Database) =>
  database
    .selectFrom('question_sets')
    .innerJoin('lessons', 'lessons.id', 'question_sets.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .selectAll('question_sets')
    .select(({ selectFrom, fn, ref }) => [
      'courses.instructor_id',
      'lessons.course_id',
      'lessons.title as lesson_title',
      selectFrom('questions')
        .select(sql<BloomLevel[]>`coalesce(json_agg(distinct questions.blooms_taxonomy), '[]')`.as('levels'))
        .whereRef('questions.question_set_id', '=', ref('question_sets.id'))
        .$asScalar()
        .$notNull()
        .as('taxonomy_levels'),
      selectFrom('questions')
        .select(({ cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
        .whereRef('questions.question_set_id', '=', ref('question_sets.id'))
        .$asScalar()
        .$notNull()
        .as('question_count'),
    ])
    .select(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('question_set_drafts')
          .select('question_set_drafts.question_set_id')
          .whereRef('question_set_drafts.question_set_id', '=', ref('question_sets.id')),
      )
        .$castTo<boolean>()
        .as('has_draft'),
    );

export const findQuestionSet = (database: Database, id: number): Promise<QuestionSetRow | undefined> =>
  withOwnerAndCount(database).where('question_sets.id', '=', id).executeTakeFirst();

export const findQuestionSetOfJob = (
  database: Database,
  jobId: string,
): Promise<QuestionSetRow | undefined> =>
  withOwnerAndCount(database).where('question_sets.job_id', '=', jobId).executeTakeFirst();

/** A page of the saved ones, or of those that are not; newest first. A quiz without questions is listed while a draft of it waits. */
export function listQuestionSetRows(
  database: Database,
  of: {
    instructorId: number;
    isSaved: boolean;
    lessonId?: number | undefined;
    courseId?: number | undefined;
    /** The last of the page before. */
    before?: number | undefined;
  },
): Promise<QuestionSetRow[]> {
  let query = withOwnerAndCount(database)
    .where('courses.instructor_id', '=', of.instructorId)
    .where('question_sets.saved_at', of.isSaved ? 'is not' : 'is', null)
    .where(({ exists, or, ref, selectFrom }) =>
      or([
        exists(
          selectFrom('questions')
            .select('questions.id')
            .whereRef('questions.question_set_id', '=', ref('question_sets.id')),
        ),
        exists(
          selectFrom('question_set_drafts')
            .select('question_set_drafts.question_set_id')
            .whereRef('question_set_drafts.question_set_id', '=', ref('question_sets.id')),
        ),
      ]),
    );
  if (of.lessonId !== undefined) query = query.where('question_sets.lesson_id', '=', of.lessonId);
  if (of.courseId !== undefined) query = query.where('lessons.course_id', '=', of.courseId);
  if (of.before !== undefined) {
    // Sets that are not saved have no time.
    query = query.where(
      sql<boolean>`(coalesce(question_sets.saved_at, 'epoch'), question_sets.id) <
        (select coalesce(saved_at, 'epoch'), id from all_question_sets as last where last.id = ${of.before})`,
    );
  }
  return query
    .orderBy('question_sets.saved_at', 'desc')
    .orderBy('question_sets.id', 'desc')
    .limit(PAGE_ROWS)
    .execute();
}

/** In their order, each with its options in theirs. */
export async function listQuestions(database: Database, questionSetId: number): Promise<QuestionRow[]> {
  const questions = await database
    .selectFrom('questions')
    .selectAll()
    .where('question_set_id', '=', questionSetId)
    .orderBy('position')
    .execute();
  const options = await database
    .selectFrom('options')
    .innerJoin('questions', 'questions.id', 'options.question_id')
    .selectAll('options')
    .where('questions.question_set_id', '=', questionSetId)
    .orderBy('options.position')
    .execute();
  return questions.map((question) => ({
    ...question,
    options: options.filter((option) => option.question_id === question.id),
  }));
}

/** Whether the lesson is still there; it then stays until the transaction ends. */
export async function holdLesson(transaction: Database, lessonId: number): Promise<boolean> {
  const lesson = await transaction
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', lessonId)
    .forKeyShare()
    .executeTakeFirst();
  return lesson !== undefined;
}

export async function insertQuestionSet(
  database: Database,
  set: {
    lesson_id: number;
    /** The job that makes it, if one does. */
    job_id: string | null;
    name: string;
    answer_style: AnswerStyle;
    shortfall: Shortfall | null;
    requested_outcomes?: readonly string[];
    /** What a language model had to do with it, where one is configured. */
    writer?: QuestionSetWriter | null;
  },
): Promise<number> {
  const { id } = await database
    .insertInto('question_sets')
    .values({
      ...set,
      requested_outcomes: JSON.stringify(set.requested_outcomes ?? []),
      shortfall: JSON.stringify(set.shortfall),
      writer: set.writer === undefined || set.writer === null ? null : JSON.stringify(set.writer),
      saved_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The newest unsaved quiz of a lesson that was started empty and has no published questions yet. */
export async function findStartedQuiz(database: Database, lessonId: number): Promise<number | undefined> {
  const set = await database
    .selectFrom('question_sets')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .where('saved_at', 'is', null)
    .where('job_id', 'is', null)
    .where(({ exists, not, ref, selectFrom }) =>
      not(
        exists(
          selectFrom('questions')
            .select('questions.id')
            .whereRef('questions.question_set_id', '=', ref('question_sets.id')),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return set?.id;
}

/** @param after how many questions the set has already. */
export async function insertQuestions(
  database: Database,
  questionSetId: number,
  questions: readonly NewQuestion[],
  after = 0,
): Promise<void> {
  if (questions.length === 0) return;
  const rows = await database
    .insertInto('questions')
    .values(
      questions.map((question, index) => ({
        question_set_id: questionSetId,
        position: after + index,
        text: question.text,
        type: question.type,
        blooms_taxonomy: question.blooms_taxonomy,
        difficulty: question.difficulty,
        outcome_short_name: question.outcome,
        explanation: question.explanation,
        evidence: JSON.stringify(question.evidence),
        flaws: JSON.stringify(question.flaws),
        dismissed_flaws: JSON.stringify(question.dismissed_flaws ?? []),
        key_points: JSON.stringify(question.key_points),
        rubric: question.rubric,
        written_by: question.written_by,
        is_draft: question.is_draft ?? false,
        fingerprint: fingerprintOf(question),
      })),
    )
    .returning(['id', 'position'])
    .execute();
  const idOfPosition = new Map(rows.map(({ id, position }) => [position, id]));
  const options = questions.flatMap((question, index) => {
    const questionId = idOfPosition.get(after + index);
    if (questionId === undefined) return [];
    return question.options.map((option, position) => ({ ...option, question_id: questionId, position }));
  });
  if (options.length > 0) await database.insertInto('options').values(options).execute();
}

export async function updateQuestionSetRow(
  database: Database,
  id: number,
  change: { name: string; saved_at?: Date },
): Promise<void> {
  await database.updateTable('question_sets').set(change).where('id', '=', id).execute();
}

/** Saves a set that an instructor changed, unless it has no questions, and updates its time of last use. */
export async function saveTouchedQuestionSet(database: Database, id: number): Promise<void> {
  await database
    .updateTable('question_sets')
    .set(({ case: when, exists, selectFrom }) => ({
      used_at: sql`now()`,
      saved_at: when()
        .when(exists(selectFrom('questions').select('id').where('question_set_id', '=', id)))
        .then(sql<Date>`coalesce(saved_at, now())`)
        .else(sql<Date | null>`saved_at`)
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}

/** Updates a set's time of last use, at most once an hour. */
export async function noteQuestionSetUsed(database: Database, id: number): Promise<void> {
  await database
    .updateTable('question_sets')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}

/** Deletes sets without questions and drafts that were last used before `before`. Returns how many. */
export async function deleteEmptyQuestionSets(database: Database, before: Date): Promise<number> {
  const isWithout = (table: 'questions' | 'question_set_drafts') =>
    sql<boolean>`not exists (select from ${sql.table(table)} where question_set_id = question_sets.id)`;
  const result = await database
    .deleteFrom('question_sets')
    .where('saved_at', 'is', null)
    .where('used_at', '<', before)
    .where(isWithout('questions'))
    .where(isWithout('question_set_drafts'))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
