import { sql, type Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { LessonTable } from '../../database/schema.ts';
import {
  EXCERPT_CHARACTERS,
  type KeyTerm,
  type SummaryLength,
  type SummaryPoint,
} from '../../../contract/lessons.ts';

type Cues = { start_second: number; end_second: number; text: string }[];

/** A lesson with what is known of its transcription, document and owner. */
export type LessonRow = Selectable<LessonTable> & LessonState;

interface LessonState {
  instructor_id: number;
  transcription_status: 'queued' | 'running' | 'done' | 'failed' | null;
  transcription_progress: number | null;
  duration_seconds: number | null;
  page_count: number | null;
  has_transcript: boolean;
  has_summary: boolean;
  transcript_excerpt: string;
  summary_excerpt: string;
  summary_point_count: number;
}

type LongColumn = 'audio_transcript' | 'summary' | 'summary_points' | 'key_terms';

/** A lesson without its long texts. */
export type ListedLesson = Omit<LessonRow, LongColumn | 'summary_length' | 'summary_note'>;

/** `substr` instead of the column: the database then decompresses only the beginning. */
const excerptOf = (column: 'lessons.audio_transcript' | 'lessons.summary') =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(EXCERPT_CHARACTERS)})`;

const withState = (database: Database) =>
  database
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .leftJoin('transcriptions', 'transcriptions.id', 'lessons.video_id')
    .leftJoin('document_sources', 'document_sources.id', 'lessons.docsource_id')
    .select([
      'courses.instructor_id',
      'transcriptions.status as transcription_status',
      'transcriptions.progress as transcription_progress',
      'transcriptions.duration_seconds',
      'document_sources.page_count',
      sql<boolean>`lessons.audio_transcript <> ''`.as('has_transcript'),
      sql<boolean>`lessons.summary <> ''`.as('has_summary'),
      excerptOf('lessons.audio_transcript').as('transcript_excerpt'),
      excerptOf('lessons.summary').as('summary_excerpt'),
      sql<number>`jsonb_array_length(lessons.summary_points)`.as('summary_point_count'),
    ]);

export const findLesson = (database: Database, id: number): Promise<LessonRow | undefined> =>
  withState(database).selectAll('lessons').where('lessons.id', '=', id).executeTakeFirst();

/** Oldest first, as they were added, without their long texts. */
export const listLessonsOfCourse = (database: Database, courseId: number): Promise<ListedLesson[]> =>
  withState(database)
    .select([
      'lessons.id',
      'lessons.course_id',
      'lessons.title',
      'lessons.description',
      'lessons.type',
      'lessons.kind',
      'lessons.file_key',
      'lessons.source_url',
      'lessons.docsource_id',
      'lessons.video_id',
      'lessons.transcription_error',
      'lessons.created_at',
      'lessons.updated_at',
    ])
    .where('lessons.course_id', '=', courseId)
    .orderBy('lessons.id')
    .execute();

/** The cues of a lesson's transcription: kept apart, since a long one is megabytes. */
export async function findCues(database: Database, videoId: string): Promise<Cues> {
  const row = await database
    .selectFrom('transcriptions')
    .select('cues')
    .where('id', '=', videoId)
    .executeTakeFirst();
  return row?.cues ?? [];
}

export async function insertLesson(
  database: Database,
  lesson: Pick<
    Selectable<LessonTable>,
    | 'course_id'
    | 'title'
    | 'description'
    | 'type'
    | 'kind'
    | 'file_key'
    | 'source_url'
    | 'docsource_id'
    | 'summary'
    | 'audio_transcript'
  >,
): Promise<number> {
  const { id } = await database
    .insertInto('lessons')
    .values({
      ...lesson,
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
    Selectable<LessonTable>,
    | 'title'
    | 'description'
    | 'audio_transcript'
    | 'docsource_id'
    | 'video_id'
    | 'transcription_error'
    | 'kind'
  >
>;

export async function updateLessonRow(database: Database, id: number, change: LessonChange): Promise<void> {
  await database
    .updateTable('lessons')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Gives a lesson its document, unless it has got one meanwhile: then false. */
export async function giveDocumentSource(
  database: Database,
  id: number,
  document: { docsource_id: string; kind?: LessonRow['kind'] },
): Promise<boolean> {
  const result = await database
    .updateTable('lessons')
    .set({ ...document, updated_at: new Date() })
    .where('id', '=', id)
    .where('docsource_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A summary as it is kept with its lesson. */
export interface LessonSummary {
  readonly text: string;
  readonly points: readonly SummaryPoint[];
  /** As it was asked for. */
  readonly length: SummaryLength;
  readonly keyTerms: readonly KeyTerm[];
  /** What is to be said of how it came about, or null. */
  readonly note: string | null;
}

export async function updateLessonSummary(
  database: Database,
  id: number,
  summary: LessonSummary,
): Promise<void> {
  await database
    .updateTable('lessons')
    .set({
      summary: summary.text,
      summary_points: JSON.stringify(summary.points),
      summary_length: summary.length,
      key_terms: JSON.stringify(summary.keyTerms),
      summary_note: summary.note,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
}
