import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { numberParagraphs } from './passage.store.ts';

/** A passage that stays, at its new place. */
export interface MovedPassage {
  readonly id: string;
  readonly position: number;
  readonly section: number;
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** The moved passages as a table. */
function tableOf(passages: readonly MovedPassage[], plainText: string) {
  const column = <Value>(read: (passage: MovedPassage) => Value): Value[] => passages.map(read);
  return sql`unnest(
      ${column(({ id }) => id)}::bigint[],
      ${column(({ position }) => position)}::integer[],
      ${column(({ section }) => section)}::integer[],
      ${column(({ text }) => text)}::text[],
      ${column(({ startSecond }) => startSecond)}::double precision[],
      ${column(({ endSecond }) => endSecond)}::double precision[],
      ${column(({ startOffset }) => startOffset)}::integer[],
      ${column(({ endOffset }) => endOffset)}::integer[],
      ${numberParagraphs(plainText, passages)}::integer[]
    ) as moved (id, position, section, text, start_second, end_second, start_offset, end_offset, paragraph)`;
}

/** Gives passages, with their ids, to a corrected text. One whose words changed loses its vector. */
export async function movePassages(
  database: Database,
  documentSourceId: string,
  passages: readonly MovedPassage[],
  plainText: string,
): Promise<void> {
  await sql`
    update passages
    set docsource_id = ${documentSourceId}, position = moved.position, section = moved.section, text = moved.text,
        start_second = moved.start_second, end_second = moved.end_second, start_offset = moved.start_offset,
        end_offset = moved.end_offset, paragraph = moved.paragraph,
        embedding = case when passages.text = moved.text then passages.embedding end
    from ${tableOf(passages, plainText)}
    where passages.id = moved.id`.execute(database);
}

/** Copies passages to a corrected text, for a lesson that shared its text with another. Vectors come along as in {@link movePassages}. */
export async function copyPassages(
  database: Database,
  documentSourceId: string,
  passages: readonly MovedPassage[],
  plainText: string,
): Promise<void> {
  await sql`
    insert into passages (docsource_id, position, section, heading, title_path, kind, is_administrative, text, page,
                          page_end, start_second, end_second, start_offset, end_offset, paragraph, embedding)
    select ${documentSourceId}, moved.position, moved.section, heading, title_path, kind, is_administrative, moved.text,
           page, page_end, moved.start_second, moved.end_second, moved.start_offset, moved.end_offset, moved.paragraph,
           case when passages.text = moved.text then passages.embedding end
    from ${tableOf(passages, plainText)}
    join passages on passages.id = moved.id`.execute(database);
}
