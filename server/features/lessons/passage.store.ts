import { sql, type Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { DocumentSourceTable, PassageTable } from '#server/platform/database/document-tables.ts';
import type { Passage, PassageKind } from '#server/documents/passage.ts';
import { OUTLINE_CHARACTERS, type SectionedPassage } from '#server/language/list-sections.ts';
import { countWordsIn } from '#contract/text-limits.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';

export type DocumentSourceRow = Selectable<DocumentSourceTable>;

/** Without its text, which can be megabytes. */
const sources = (database: Database) =>
  database
    .selectFrom('available_sources')
    .select([
      'id',
      'instructor_id',
      'spoken',
      'page_count',
      'recognition_key',
      'guessed_encoding',
      'created_at',
    ]);

export const findDocumentSource = (database: Database, id: string) =>
  sources(database).where('id', '=', id).executeTakeFirst();

/** How many bytes a source's text takes, once as a whole and once in its passages. */
export async function measureDocumentSource(database: Database, id: string): Promise<number> {
  const row = await database
    .selectFrom('available_sources')
    .select(sql<number>`2 * octet_length(plain_text)`.as('bytes'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

export const findDocumentSourceOfFile = (database: Database, fileKey: string) =>
  sources(database).where('file_key', '=', fileKey).orderBy('created_at').executeTakeFirst();

/** Inserts the source, or returns false when one with its id is there already. */
export async function insertDocumentSource(
  database: Database,
  source: Pick<
    DocumentSourceRow,
    'id' | 'instructor_id' | 'file_key' | 'plain_text' | 'page_count' | 'spoken'
  > &
    Partial<Pick<DocumentSourceRow, 'recognition_key' | 'guessed_encoding'>>,
): Promise<boolean> {
  const result = await database
    .insertInto('document_sources')
    .values({ recognition_key: null, guessed_encoding: null, ...source, embedded_by: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** One statement whatever the number: a row a placeholder list would take seconds for a long book. */
export async function insertPassages(
  database: Database,
  documentSourceId: string,
  passages: readonly Passage[],
  plainText: string,
): Promise<void> {
  const paragraphs = numberParagraphs(plainText, passages);
  const column = <Value>(read: (passage: Passage) => Value): Value[] => passages.map(read);
  await sql`
    insert into passages (docsource_id, position, section, heading, title_path, kind, is_administrative, is_unsure,
                          text, page, page_end, start_second, end_second, start_offset, end_offset,
                          paragraph)
    select ${documentSourceId}, * from unnest(
      ${column((passage) => passage.position)}::integer[],
      ${column((passage) => passage.section)}::integer[],
      ${column((passage) => passage.heading)}::text[],
      ${column((passage) => JSON.stringify(passage.titlePath))}::jsonb[],
      ${column((passage) => passage.kind)}::text[],
      ${column((passage) => passage.isAdministrative)}::boolean[],
      ${column(({ isUnsure = false }) => isUnsure)}::boolean[],
      ${column((passage) => passage.text)}::text[],
      ${column((passage) => passage.page)}::integer[],
      ${column((passage) => passage.pageEnd)}::integer[],
      ${column((passage) => passage.startSecond)}::double precision[],
      ${column((passage) => passage.endSecond)}::double precision[],
      ${column((passage) => passage.startOffset)}::integer[],
      ${column((passage) => passage.endOffset)}::integer[],
      ${paragraphs}::integer[])`.execute(database);
}

/** The paragraph in which each passage begins, from 1: in a lesson's text, a line that is not blank. */
export function numberParagraphs(
  plainText: string,
  passages: readonly Pick<Passage, 'startOffset'>[],
): number[] {
  const starts = [...plainText.matchAll(/[^\n]*\S[^\n]*/gu)].map(({ index }) => index);
  let begun = 0;
  return passages.map(({ startOffset }) => {
    while ((starts[begun] ?? Infinity) <= startOffset) begun += 1;
    return Math.max(1, begun);
  });
}

/** In the order of the lesson; all of them, or those with these ids. */
export async function listPassages(
  database: Database,
  documentSourceId: string,
  ids?: readonly string[],
): Promise<LessonPassage[]> {
  if (ids?.length === 0) return [];
  let query = database
    .selectFrom('passages')
    .select([
      'id',
      'position',
      'section',
      'heading',
      'title_path',
      'kind',
      'is_administrative',
      'is_unsure',
      'text',
      'page',
      'page_end',
      'start_second',
      'end_second',
      'start_offset',
      'end_offset',
      'paragraph',
    ])
    .where('docsource_id', '=', documentSourceId);
  if (ids !== undefined) query = query.where('id', 'in', [...ids]);
  const rows = await query.orderBy('position').execute();
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    section: row.section,
    heading: row.heading,
    titlePath: readTitlePath(row),
    kind: row.kind,
    isAdministrative: row.is_administrative,
    ...(row.is_unsure ? { isUnsure: true } : {}),
    text: row.text,
    page: row.page,
    pageEnd: row.page_end ?? row.page,
    startSecond: row.start_second,
    endSecond: row.end_second,
    startOffset: row.start_offset,
    endOffset: row.end_offset,
    paragraph: row.paragraph,
  }));
}

const OUTLINES_AT_ONCE = 500;

/** What sections are made from, in the order of the lesson, without holding its text. */
export async function listPassageOutlines(
  database: Database,
  documentSourceId: string,
): Promise<SectionedPassage[]> {
  const outlines: SectionedPassage[] = [];
  for (let after = -1; ;) {
    const rows = await database
      .selectFrom('passages')
      .select([
        'id',
        'position',
        'section',
        'heading',
        'is_administrative',
        'is_unsure',
        'text',
        'page',
        'start_second',
      ])
      .where('docsource_id', '=', documentSourceId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(OUTLINES_AT_ONCE)
      .execute();
    for (const row of rows) {
      outlines.push({
        id: row.id,
        section: row.section,
        heading: row.heading,
        page: row.page,
        startSecond: row.start_second,
        isAdministrative: row.is_administrative,
        ...(row.is_unsure ? { isUnsure: true } : {}),
        // A slice of a string keeps the whole of it in memory.
        text: Buffer.from(row.text.slice(0, OUTLINE_CHARACTERS)).toString(),
        wordCount: countWordsIn(row.text),
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < OUTLINES_AT_ONCE) return outlines;
    after = last.position;
  }
}

/** The text that most of these passages are of. */
export async function findSourceOfPassages(
  database: Database,
  ids: readonly string[],
): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const row = await database
    .selectFrom('passages')
    .select('docsource_id')
    .where('id', 'in', [...ids])
    .groupBy('docsource_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.docsource_id;
}

const PLACE_COLUMNS = [
  'id',
  'heading',
  'kind',
  'page',
  'page_end',
  'start_second',
  'end_second',
  'start_offset',
  'end_offset',
  'paragraph',
] as const;
/** Where a passage is in its text, and what it is. */
export type PassagePlaceRow = Pick<Selectable<PassageTable>, (typeof PLACE_COLUMNS)[number]>;

/** Of the passages at positions from `from` to before `to`, in order. */
export const listPassagePlaces = (
  database: Database,
  documentSourceId: string,
  { from, to }: { from: number; to: number },
): Promise<PassagePlaceRow[]> =>
  database
    .selectFrom('passages')
    .select(PLACE_COLUMNS)
    .where('docsource_id', '=', documentSourceId)
    .where('position', '>=', from)
    .where('position', '<', to)
    .orderBy('position')
    .execute();

/** Passages stored before titles were have none but their heading. */
const readTitlePath = ({
  title_path: path,
  heading,
}: Pick<Selectable<PassageTable>, 'title_path' | 'heading'>): string[] =>
  path.length > 0 || heading === null ? path : [heading];

/** The next passages without a vector, in order. */
export const listPassagesWithoutVector = (
  database: Database,
  documentSourceId: string,
  limit: number,
): Promise<{ id: string; text: string; kind: PassageKind; title_path: string[] }[]> =>
  database
    .selectFrom('passages')
    .select(['id', 'text', 'kind', 'title_path'])
    .where('docsource_id', '=', documentSourceId)
    .where('embedding', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();

/**
 * Float32s, little-endian as on every machine that Node runs on. A passage that was moved to another source is left
 * alone: its text may have been corrected.
 */
export async function updatePassageVectors(
  database: Database,
  documentSourceId: string,
  vectors: readonly { id: string; vector: Float32Array }[],
): Promise<void> {
  const bytes = vectors.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
  await sql`
    update passages set embedding = made.vector
    from unnest(${vectors.map(({ id }) => id)}::bigint[], ${bytes}::bytea[]) as made (id, vector)
    where passages.id = made.id and passages.docsource_id = ${documentSourceId}`.execute(database);
}

export async function markEmbedded(
  database: Database,
  documentSourceId: string,
  embedderName: string,
): Promise<void> {
  await database
    .updateTable('document_sources')
    .set({ embedded_by: embedderName })
    .where('id', '=', documentSourceId)
    .execute();
}
