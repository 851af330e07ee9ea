import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** A passage of one of the instructor's lessons that holds words of the question. */
export interface MatchingPassage {
  readonly passage_id: string;
  readonly docsource_id: string;
  readonly position: number;
  readonly section: number;
  readonly heading: string | null;
  readonly text: string;
  readonly page: number | null;
  readonly start_second: number | null;
  readonly end_second: number | null;
  readonly lesson_id: number;
  readonly lesson_title: string;
  readonly course_id: number;
  readonly course_title: string;
  readonly video_id: string | null;
}

/**
 * The instructor's passages that hold the most of the given stems, best first: by how many of them, then by
 * how often and how near to each other.
 * @param stems as {@link listStems} returns them; only letters and digits.
 */
export async function listMatchingPassages(
  database: Database,
  instructorId: number,
  stems: readonly string[],
  limit: number,
): Promise<MatchingPassage[]> {
  const any = stems.map((stem) => `'${stem}'`).join(' | ');
  const { rows } = await sql<MatchingPassage>`
    with matching as materialized (
      select passages.id, lessons.id as lesson_id, lessons.title as lesson_title, lessons.course_id,
             courses.title as course_title, lessons.video_id, to_tsvector('english', passages.text) as words
      from courses
        join lessons on lessons.course_id = courses.id
        join passages on passages.docsource_id = lessons.docsource_id
      where courses.instructor_id = ${instructorId}
        and to_tsvector('english', passages.text) @@ ${any}::tsquery
    )
    select matching.id as passage_id, passages.docsource_id, passages.position, passages.section, passages.heading, passages.text, passages.page,
           passages.start_second, passages.end_second, matching.lesson_id, matching.lesson_title,
           matching.course_id, matching.course_title, matching.video_id
    from matching join passages on passages.id = matching.id
    order by (
        select count(*) from unnest(${stems}::text[]) as stem
        where stem = any (tsvector_to_array(matching.words))
      ) desc,
      ts_rank_cd(matching.words, ${any}::tsquery) desc, matching.id, matching.lesson_id
    limit ${limit}`.execute(database);
  return rows;
}

/** The stems of each text's words, English words of no content left out, as the passages are searched by. */
export async function listStems(database: Database, texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ stems: string[] }>`
    select tsvector_to_array(to_tsvector('english', given.text)) as stems
    from unnest(${texts}::text[]) with ordinality as given (text, position)
    order by given.position`.execute(database);
  return rows.map(({ stems }) => stems);
}
