import { sql, type Selectable } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type {
  ReplacedTranscriptTable,
  TranscriptReplacementTable,
} from '#server/database/glossary-tables.ts';

/** With what became of it. */
export interface ReplacementRow extends Selectable<TranscriptReplacementTable> {
  instructor_id: number;
  count: number;
  lesson_count: number;
  is_undone: boolean;
}

export type ReplacedTranscriptRow = Selectable<ReplacedTranscriptTable>;

const replacements = (database: Database) =>
  database
    .selectFrom('transcript_replacements')
    .innerJoin('courses', 'courses.id', 'transcript_replacements.course_id')
    .leftJoin('replaced_transcripts', 'replaced_transcripts.replacement_id', 'transcript_replacements.id')
    .selectAll('transcript_replacements')
    .select([
      'courses.instructor_id',
      sql<number>`coalesce(sum(replaced_transcripts.count), 0)::int`.as('count'),
      sql<number>`(count(*) filter (where replaced_transcripts.count > 0))::int`.as('lesson_count'),
      sql<boolean>`bool_or(replaced_transcripts.undone_at is not null) is true`.as('is_undone'),
    ])
    .groupBy(['transcript_replacements.id', 'courses.instructor_id']);

export const findReplacement = (database: Database, id: number): Promise<ReplacementRow | undefined> =>
  replacements(database).where('transcript_replacements.id', '=', id).executeTakeFirst();

/** Those that changed something, newest first. */
export const listReplacements = (
  database: Database,
  courseId: number,
  limit: number,
): Promise<ReplacementRow[]> =>
  replacements(database)
    .where('transcript_replacements.course_id', '=', courseId)
    .having(sql<boolean>`sum(replaced_transcripts.count) > 0`)
    .orderBy('transcript_replacements.id', 'desc')
    .limit(limit)
    .execute();

export const listReplacementsOf = (database: Database, instructorId: number): Promise<ReplacementRow[]> =>
  replacements(database)
    .where('courses.instructor_id', '=', instructorId)
    .orderBy('transcript_replacements.id')
    .execute();

export async function insertReplacement(
  database: Database,
  { courseId, find, replacement }: { courseId: number; find: readonly string[]; replacement: string },
  transcripts: readonly { lesson_id: number; video_id: string }[],
): Promise<number> {
  const { id } = await database
    .insertInto('transcript_replacements')
    .values({ course_id: courseId, find: JSON.stringify(find), replacement })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('replaced_transcripts')
    .values(
      transcripts.map(({ lesson_id: lessonId, video_id: videoId }) => ({
        replacement_id: id,
        lesson_id: lessonId,
        video_id: videoId,
        count: null,
        replaced_by: null,
        replaced_version: null,
        undone_at: null,
      })),
    )
    .execute();
  return id;
}

/** Without their texts. */
export const listReplacedTranscripts = (
  database: Database,
  replacementId: number,
): Promise<Omit<ReplacedTranscriptRow, 'cues' | 'plain_text'>[]> =>
  database
    .selectFrom('replaced_transcripts')
    .select([
      'replacement_id',
      'lesson_id',
      'video_id',
      'count',
      'replaced_by',
      'replaced_version',
      'undone_at',
    ])
    .where('replacement_id', '=', replacementId)
    .orderBy('lesson_id')
    .execute();

export const getReplacedTexts = (
  database: Database,
  { replacement_id: id, lesson_id: lessonId }: Pick<ReplacedTranscriptRow, 'replacement_id' | 'lesson_id'>,
): Promise<Pick<ReplacedTranscriptRow, 'cues' | 'plain_text'>> =>
  database
    .selectFrom('replaced_transcripts')
    .select(['cues', 'plain_text'])
    .where('replacement_id', '=', id)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirstOrThrow();

export async function updateReplacedTranscript(
  database: Database,
  { replacement_id: id, lesson_id: lessonId }: Pick<ReplacedTranscriptRow, 'replacement_id' | 'lesson_id'>,
  {
    cues,
    ...change
  }: Partial<
    Pick<
      ReplacedTranscriptRow,
      'count' | 'replaced_by' | 'replaced_version' | 'cues' | 'plain_text' | 'undone_at'
    >
  >,
): Promise<void> {
  await database
    .updateTable('replaced_transcripts')
    .set({ ...change, ...(cues === undefined ? {} : { cues: JSON.stringify(cues) }) })
    .where('replacement_id', '=', id)
    .where('lesson_id', '=', lessonId)
    .execute();
}

/** Replacements older than the latest ones of their course: they can no longer be undone. */
export async function deleteOldReplacements(
  database: Database,
  courseId: number,
  kept: number,
): Promise<void> {
  await sql`
    delete from transcript_replacements where course_id = ${courseId} and id not in (
      select id from transcript_replacements where course_id = ${courseId} order by id desc limit ${kept})`.execute(
    database,
  );
}
