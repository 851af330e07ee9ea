import { sql, type Selectable } from 'kysely';
import { toWire, type FromWire } from '#contract/wire-names.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { LessonTable } from '#server/platform/database/schema.ts';
import { EXCERPT_CHARACTERS, type Recording } from '#contract/lessons.ts';
import { LESSONS_MAXIMUM } from '#contract/courses.ts';
import { SHORT_DESCRIPTION_CHARACTERS } from '#contract/list-limits.ts';
import { CUE_CHARACTERS } from '#contract/text-limits.ts';

type Cues = { start_second: number; end_second: number; text: string }[];

/** A lesson without its texts, and with what is known of its transcription, document and owner. */
export interface LessonRow extends Omit<
  FromWire<Selectable<LessonTable>>,
  keyof LessonTexts | 'has_edited_terms' | 'audio_transcript'
> {
  instructor_id: number;
  transcription_status: 'queued' | 'running' | 'done' | 'failed' | null;
  transcription_progress: number | null;
  duration_seconds: number | null;
  recording: Recording | null;
  page_count: number | null;
  has_transcript: boolean;
  has_summary: boolean;
  transcript_excerpt: string;
  summary_excerpt: string;
  summary_point_count: number;
}

/** `substr` instead of the column: the database then decompresses only the beginning. */
const excerptOf = (column: 'lessons.audio_transcript' | 'lessons.summary') =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(EXCERPT_CHARACTERS)})`;

const lessonRows = (database: Database, isShort = false) =>
  database
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .leftJoin('transcriptions', 'transcriptions.id', 'lessons.video_id')
    .leftJoin('document_sources', 'document_sources.id', 'lessons.docsource_id')
    .select([
      'lessons.id',
      'lessons.course_id',
      'lessons.title',
      sql<string>`case when ${isShort}::boolean then left(lessons.description, ${SHORT_DESCRIPTION_CHARACTERS})
        else lessons.description end`.as('description'),
      'lessons.type',
      'lessons.kind',
      'lessons.file_key',
      'lessons.source_url',
      'lessons.docsource_id as document_source_id',
      'lessons.video_id as transcription_id',
      'lessons.position',
      'lessons.topic',
      'lessons.transcription_error',
      'lessons.transcription_error_coded',
      'lessons.created_at',
      'lessons.updated_at',
      'courses.instructor_id',
      'transcriptions.status as transcription_status',
      'transcriptions.progress as transcription_progress',
      'transcriptions.duration_seconds',
      'transcriptions.recording',
      'document_sources.page_count',
      sql<boolean>`lessons.audio_transcript <> ''`.as('has_transcript'),
      sql<boolean>`lessons.summary <> ''`.as('has_summary'),
      excerptOf('lessons.audio_transcript').as('transcript_excerpt'),
      excerptOf('lessons.summary').as('summary_excerpt'),
      sql<number>`jsonb_array_length(lessons.summary_points)`.as('summary_point_count'),
    ]);

export const findLesson = (database: Database, id: number): Promise<LessonRow | undefined> =>
  lessonRows(database).where('lessons.id', '=', id).executeTakeFirst();

/** In the instructor's order; those without a place come last, as they were added. @param isShort as in lists of courses. */
export const listLessonsOfCourse = (
  database: Database,
  courseId: number,
  isShort = false,
): Promise<LessonRow[]> =>
  lessonRows(database, isShort)
    .where('lessons.course_id', '=', courseId)
    .orderBy(sql`lessons.position nulls last`)
    .orderBy('lessons.id')
    .limit(LESSONS_MAXIMUM)
    .execute();

/** Numbers the lessons of a course by their place in `ids`; others lose theirs. Returns how many were numbered. */
export async function orderLessonRows(
  database: Database,
  courseId: number,
  ids: readonly number[],
): Promise<number> {
  const result = await database
    .updateTable('lessons')
    .set({ position: sql<number | null>`array_position(${[...ids]}::int[], lessons.id)` })
    .where('course_id', '=', courseId)
    .returning('position')
    .execute();
  return result.filter(({ position }) => position !== null).length;
}

const TEXT_COLUMNS = [
  'summary',
  'summary_points',
  'summary_length',
  'key_terms',
  'summary_note',
  'summary_note_coded',
  'summaries',
] as const;
export type LessonTexts = Pick<Selectable<LessonTable>, (typeof TEXT_COLUMNS)[number]>;

export const findLessonTexts = (database: Database, id: number): Promise<LessonTexts | undefined> =>
  database.selectFrom('all_lessons').select(TEXT_COLUMNS).where('id', '=', id).executeTakeFirst();

/** Other changes of the lesson wait until the transaction ends. */
export const holdLessonTexts = (transaction: Database, id: number): Promise<LessonTexts | undefined> =>
  transaction
    .selectFrom('lessons')
    .select(TEXT_COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function updateSummaryLines(
  database: Database,
  id: number,
  {
    summary,
    summary_points: points,
    key_terms: terms,
    summaries,
  }: Pick<LessonTexts, 'summary_points' | 'key_terms' | 'summaries'> & { summary?: string },
): Promise<void> {
  await database
    .updateTable('lessons')
    .set({
      ...(summary === undefined ? {} : { summary }),
      summary_points: JSON.stringify(points),
      key_terms: JSON.stringify(terms),
      summaries: JSON.stringify(summaries),
    })
    .where('id', '=', id)
    .execute();
}

/** How many bytes the texts of a lesson and the cues of its transcription take at least, as text. */
export async function measureLessonTexts(database: Database, id: number): Promise<number> {
  const row = await database
    .selectFrom('all_lessons')
    .select(
      sql<number>`2 * octet_length(audio_transcript) + octet_length(summary) + octet_length(summary_points::text)
        + octet_length(key_terms::text) + octet_length(summaries::text)`.as('bytes'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** More than any passage is spoken in. */
const MOST_CUES = 300;

/** The first cues of a lesson's transcription that are spoken in a span of it: all of a long one take megabytes. */
export async function findCues(
  database: Database,
  transcriptionId: string,
  { startSecond, endSecond }: { startSecond: number; endSecond: number },
): Promise<Cues> {
  const { rows } = await sql<Cues[number]>`
    select (cue ->> 'start_second')::float8 as start_second, (cue ->> 'end_second')::float8 as end_second,
           left(cue ->> 'text', ${CUE_CHARACTERS}) as text
    from transcriptions,
      jsonb_path_query(cues, '$[*] ? (@.end_second >= $from && @.start_second <= $to)',
        jsonb_build_object('from', ${startSecond}::float8, 'to', ${endSecond}::float8)) as cue
    where id = ${transcriptionId}
    limit ${MOST_CUES}`.execute(database);
  return rows;
}

export async function insertLesson(
  database: Database,
  lesson: Pick<
    FromWire<Selectable<LessonTable>>,
    | 'course_id'
    | 'title'
    | 'description'
    | 'type'
    | 'kind'
    | 'file_key'
    | 'source_url'
    | 'document_source_id'
    | 'summary'
    | 'audio_transcript'
  >,
): Promise<number> {
  const { id } = await database
    .insertInto('lessons')
    .values({
      ...toWire(lesson),
      summary_points: '[]',
      video_id: null,
      transcription_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type LessonChange = Partial<
  Pick<
    FromWire<Selectable<LessonTable>>,
    | 'title'
    | 'description'
    | 'topic'
    | 'course_id'
    | 'position'
    | 'audio_transcript'
    | 'document_source_id'
    | 'transcription_id'
    | 'transcription_error'
    | 'kind'
  >
>;

export async function updateLessonRow(database: Database, id: number, change: LessonChange): Promise<void> {
  await database
    .updateTable('lessons')
    .set({ ...toWire(change), updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/**
 * Waits while the lesson is put into the trash or restored. It then stays where it is, in the trash or not, until the
 * transaction ends.
 */
export async function holdLessonInPlace(transaction: Database, id: number): Promise<void> {
  const lesson = await transaction
    .selectFrom('all_lessons')
    .select('course_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (lesson === undefined) return;
  // The course first, as the trash locks them.
  await transaction
    .selectFrom('all_courses')
    .select('id')
    .where('id', '=', lesson.course_id)
    .forNoKeyUpdate()
    .execute();
  await transaction.selectFrom('all_lessons').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Assigns a document to a lesson. Returns false if the lesson got one in the meantime. */
export async function giveDocumentSource(
  database: Database,
  id: number,
  document: { document_source_id: string; kind?: LessonRow['kind'] },
): Promise<boolean> {
  const result = await database
    .updateTable('lessons')
    .set({ ...toWire(document), updated_at: new Date() })
    .where('id', '=', id)
    .where('docsource_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
