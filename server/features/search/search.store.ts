import { sql } from 'kysely';
import type { LessonKind } from '#contract/lessons.ts';
import type { Database } from '#server/platform/database/database.ts';

/** A lesson that can be searched: it has passages. */
export interface SearchedLesson {
  readonly lesson_id: number;
  readonly lesson_title: string;
  readonly course_id: number;
  readonly course_title: string;
  readonly transcription_id: string | null;
  readonly document_source_id: string;
}

/** The instructor's lessons with passages, all of them or those of a course or the one lesson; oldest first. */
export async function listSearchedLessons(
  database: Database,
  instructorId: number,
  scope: { readonly courseId?: number | undefined; readonly lessonId?: number | undefined },
): Promise<SearchedLesson[]> {
  let query = database
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select([
      'lessons.id as lesson_id',
      'lessons.title as lesson_title',
      'courses.id as course_id',
      'courses.title as course_title',
      'lessons.video_id as transcription_id',
      'lessons.docsource_id as document_source_id',
    ])
    .where('courses.instructor_id', '=', instructorId)
    .where('lessons.docsource_id', 'is not', null);
  if (scope.lessonId !== undefined) query = query.where('lessons.id', '=', scope.lessonId);
  else if (scope.courseId !== undefined) query = query.where('courses.id', '=', scope.courseId);
  const rows = await query.orderBy('lessons.id').execute();
  return rows.flatMap((row) =>
    row.document_source_id === null ? [] : [{ ...row, document_source_id: row.document_source_id }],
  );
}

/** How much a word counts by its place, as PostgreSQL wants it: in the text (D) first, in the heading (A) last. */
const PLACE_WEIGHTS = [0.6, 0.6, 0.6, 1];
/** In the title of the lesson, on top. */
const TITLE_WEIGHT = 0.15;
const FEW_SOURCES = 20;

export interface PassageByWords {
  readonly id: string;
  /** How much of what the question is about the passage holds, by the rarity of its words: above 0, at most 1. */
  readonly coverage: number;
}

export interface FoundByWords {
  readonly passages: readonly PassageByWords[];
  /** Those of the stems that no passage holds. */
  readonly unknownStems: readonly string[];
}

/**
 * The passages of these document sources that hold any of the stems, the best first: each word counts by its rarity among
 * them, more in a heading, a little more when the lesson's title has it too, and hardly more when it comes often.
 * @param stems of letters and digits alone.
 */
export async function listPassagesByWords(
  database: Database,
  request: {
    readonly documentSourceIds: readonly string[];
    /** How many passages they have all together. */
    readonly passageCount: number;
    readonly stems: readonly string[];
    readonly limit: number;
  },
): Promise<FoundByWords> {
  const queries = request.stems.map((stem) => `'${stem}'`);
  const ids = sql`${request.documentSourceIds}::text[]`;
  // Of many sources every stem's passages are read and sorted out; of few, every passage of theirs. PostgreSQL would read
  // both lists in any case.
  const inSources =
    request.documentSourceIds.length > FEW_SOURCES
      ? sql`passages.docsource_id || '' = any (${ids})`
      : sql`passages.docsource_id = any (${ids})`;
  const { rows } = await sql<PassageByWords & { places: number[] }>`
    with question as materialized (
      select query::tsquery as query, place from unnest(${queries}::text[]) with ordinality as given (query, place)
    ),
    matching as materialized (
      select id, docsource_id, words from passages
      where ${inSources} and words @@ ${queries.join(' | ')}::tsquery
    ),
    hits as materialized (
      select matching.id, matching.docsource_id, question.place,
             ts_rank(${PLACE_WEIGHTS}::real[], matching.words, question.query) as weight
      from matching join question on matching.words @@ question.query
    ),
    rarity as materialized (
      select question.place,
             ln(1 + greatest(0, ${request.passageCount}::integer - count(hits.id) + 0.5) / (count(hits.id) + 0.5))
               ::double precision as weight
      from question left join hits using (place) group by question.place
    ),
    titles as materialized (
      select docsource_id, to_tsvector('english', title) as words from lessons where docsource_id = any (${ids})
    ),
    titled as materialized (
      select distinct titles.docsource_id, question.place from titles join question on titles.words @@ question.query
    )
    select hits.id, sum(rarity.weight) / (select sum(weight) from rarity) as coverage,
           (select array_agg(distinct place::integer) from hits) as places
    from hits join rarity using (place) left join titled using (docsource_id, place)
    group by hits.id
    order by sum(rarity.weight * (hits.weight + case when titled.place is null then 0 else ${TITLE_WEIGHT}::real end))
             desc, hits.id
    limit ${request.limit}`.execute(database);
  const places = new Set(rows[0]?.places);
  return {
    passages: rows.map(({ id, coverage }) => ({ id, coverage })),
    unknownStems: request.stems.filter((_, index) => !places.has(index + 1)),
  };
}

/** As many passages as tell which words there are, and no more than are read in a moment. */
const PASSAGES_WITH_PREFIX = 300;

/** The stems in these document sources that begin with a prefix, with the number of passages that hold each. */
export async function listStemsWithPrefix(
  database: Database,
  documentSourceIds: readonly string[],
  prefix: string,
): Promise<{ stem: string; passages: number }[]> {
  const { rows } = await sql<{ stem: string; passages: number }>`
    select stem, count(*)::integer as passages
    from (
        select words from passages
        where docsource_id || '' = any (${documentSourceIds}::text[]) and words @@ ${`'${prefix}':*`}::tsquery
        limit ${PASSAGES_WITH_PREFIX}
      ) as matching
      cross join lateral unnest(tsvector_to_array(matching.words)) as stem
    where starts_with(stem, ${prefix})
    group by stem`.execute(database);
  return rows;
}

/** How many passages each of the document sources has; those without any are left out. */
export const countPassages = (
  database: Database,
  documentSourceIds: readonly string[],
): Promise<{ id: string; count: number }[]> =>
  database
    .selectFrom('passages')
    .select(['docsource_id as id', sql<number>`count(*)::integer`.as('count')])
    .where('docsource_id', '=', sql<string>`any (${documentSourceIds}::text[])`)
    .groupBy('docsource_id')
    .execute();

const PASSAGE_COLUMNS = [
  'id',
  'docsource_id as document_source_id',
  'position',
  'section',
  'heading',
  'text',
  'kind',
  'is_unsure',
  'page',
  'page_end',
  'start_second',
  'end_second',
  'paragraph',
] as const;

export type PassageRow = Awaited<ReturnType<typeof listPassagesById>>[number];

/** Those of the passages that are there and of these document sources, in no order. */
export const listPassagesById = (
  database: Database,
  documentSourceIds: readonly string[],
  ids: readonly string[],
) =>
  database
    .selectFrom('passages')
    .select(PASSAGE_COLUMNS)
    .where('id', '=', sql<string>`any (${ids}::bigint[])`)
    .where('docsource_id', '=', sql<string>`any (${documentSourceIds}::text[])`)
    .execute();

/** The passages at these places of their document sources, in no order; places without one are left out. */
export async function listPassagesAt(
  database: Database,
  places: readonly { readonly documentSourceId: string; readonly position: number }[],
): Promise<PassageRow[]> {
  if (places.length === 0) return [];
  return database
    .selectFrom('passages')
    .select(PASSAGE_COLUMNS)
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('docsource_id', 'position'),
        'in',
        sql<never>`(select * from unnest(${places.map(({ documentSourceId }) => documentSourceId)}::text[],
                                        ${places.map(({ position }) => position)}::integer[]))`,
      ),
    )
    .execute();
}

/** The stems of each text's words, in the order of the texts. */
export async function listStemsOfEach(database: Database, texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ stems: string[] }>`
    select tsvector_to_array(to_tsvector('english', given.text)) as stems
    from unnest(${texts}::text[]) with ordinality as given (text, place)
    order by given.place`.execute(database);
  return rows.map(({ stems }) => stems);
}

/** By the lessons' ids. */
export async function listLessonKinds(
  database: Database,
  lessonIds: readonly number[],
): Promise<Map<number, LessonKind>> {
  if (lessonIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('lessons')
    .select(['id', 'kind'])
    .where('id', 'in', [...new Set(lessonIds)])
    .execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/**
 * What share of all passages holds each of the most common stems, as PostgreSQL last counted them; nothing before it has.
 * Counts the passages of all accounts: good enough to distinguish common words from rare ones.
 */
export async function listCommonStems(database: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ stem: string; share: number }>`
    select common.stem, common.share::double precision as share
    from pg_stats
      cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (stem, share)
    where schemaname = current_schema() and tablename = 'passages' and attname = 'words'
      and common.stem is not null`.execute(database);
  return new Map(rows.map(({ stem, share }) => [stem, share]));
}
