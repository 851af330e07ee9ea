import { sql, type Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { DocumentSourceTable, PassageTable } from '../../database/document-tables.ts';
import type { Passage, PassageKind } from '../../documents/passage.ts';
import type { LessonPassage } from '../../language/lesson-text.ts';

export type DocumentSourceRow = Selectable<DocumentSourceTable>;

export const findDocumentSource = (database: Database, id: string): Promise<DocumentSourceRow | undefined> =>
  database.selectFrom('available_sources').selectAll().where('id', '=', id).executeTakeFirst();

export const findDocumentSourceOfFile = (
  database: Database,
  fileKey: string,
): Promise<DocumentSourceRow | undefined> =>
  database
    .selectFrom('available_sources')
    .selectAll()
    .where('file_key', '=', fileKey)
    .orderBy('created_at')
    .executeTakeFirst();

/** Inserts the source, or returns false when one with its id is there already. */
export async function insertDocumentSource(
  database: Database,
  source: Pick<
    DocumentSourceRow,
    'id' | 'instructor_id' | 'file_key' | 'plain_text' | 'page_count' | 'spoken'
  > &
    Partial<Pick<DocumentSourceRow, 'recognition_key'>>,
): Promise<boolean> {
  const result = await database
    .insertInto('document_sources')
    .values({ recognition_key: null, ...source, embedded_by: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** One statement whatever the number: a row a placeholder list would take seconds for a long book. */
export async function insertPassages(
  database: Database,
  docsourceId: string,
  passages: readonly Passage[],
): Promise<void> {
  const column = <Value>(read: (passage: Passage) => Value): Value[] => passages.map(read);
  await sql`
    insert into passages (docsource_id, position, section, heading, title_path, kind, is_administrative,
                          text, page, page_end, start_second, end_second, start_offset, end_offset)
    select ${docsourceId}, * from unnest(
      ${column((passage) => passage.position)}::integer[],
      ${column((passage) => passage.section)}::integer[],
      ${column((passage) => passage.heading)}::text[],
      ${column((passage) => JSON.stringify(passage.titlePath))}::jsonb[],
      ${column((passage) => passage.kind)}::text[],
      ${column((passage) => passage.isAdministrative)}::boolean[],
      ${column((passage) => passage.text)}::text[],
      ${column((passage) => passage.page)}::integer[],
      ${column((passage) => passage.pageEnd)}::integer[],
      ${column((passage) => passage.startSecond)}::double precision[],
      ${column((passage) => passage.endSecond)}::double precision[],
      ${column((passage) => passage.startOffset)}::integer[],
      ${column((passage) => passage.endOffset)}::integer[])`.execute(database);
}

/** In the order of the lesson. */
export async function listPassages(database: Database, docsourceId: string): Promise<LessonPassage[]> {
  const rows = await database
    .selectFrom('passages')
    .select([
      'id',
      'position',
      'section',
      'heading',
      'title_path',
      'kind',
      'is_administrative',
      'text',
      'page',
      'page_end',
      'start_second',
      'end_second',
      'start_offset',
      'end_offset',
    ])
    .where('docsource_id', '=', docsourceId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    section: row.section,
    heading: row.heading,
    titlePath: readTitlePath(row),
    kind: row.kind,
    isAdministrative: row.is_administrative,
    text: row.text,
    page: row.page,
    pageEnd: row.page_end ?? row.page,
    startSecond: row.start_second,
    endSecond: row.end_second,
    startOffset: row.start_offset,
    endOffset: row.end_offset,
  }));
}

/** Passages stored before titles were have none but their heading. */
const readTitlePath = ({
  title_path: path,
  heading,
}: Pick<Selectable<PassageTable>, 'title_path' | 'heading'>): string[] =>
  path.length > 0 || heading === null ? path : [heading];

/** The next passages without a vector, in order. */
export const listPassagesWithoutVector = (
  database: Database,
  docsourceId: string,
  limit: number,
): Promise<{ id: string; text: string; kind: PassageKind; title_path: string[] }[]> =>
  database
    .selectFrom('passages')
    .select(['id', 'text', 'kind', 'title_path'])
    .where('docsource_id', '=', docsourceId)
    .where('embedding', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();

/** Float32s, little-endian as on every machine that Node runs on. */
export async function updatePassageVectors(
  database: Database,
  vectors: readonly { id: string; vector: Float32Array }[],
): Promise<void> {
  const bytes = vectors.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
  await sql`
    update passages set embedding = made.vector
    from unnest(${vectors.map(({ id }) => id)}::bigint[], ${bytes}::bytea[]) as made (id, vector)
    where passages.id = made.id`.execute(database);
}

export async function markEmbedded(
  database: Database,
  docsourceId: string,
  embedderName: string,
): Promise<void> {
  await database
    .updateTable('document_sources')
    .set({ embedded_by: embedderName })
    .where('id', '=', docsourceId)
    .execute();
}
