import { sql } from 'kysely';
import { ProblemError } from '../problem-error.ts';
import type { Database } from './database.ts';

/** Of the texts that are sent: what one slice takes in memory, as a string and as the bytes of its JSON. */
export const SLICE_BYTES = 4 * 1024 * 1024;
const SLICE_CHARACTERS = 1024 * 1024;
/** Around the text of a cue. */
const CUE_JSON_CHARACTERS = 90;
/** For each character of a text there is most of one of its words' confidences. */
const CONFIDENCES_SHARE = 1.8;

type Table = 'all_lessons' | 'transcriptions' | 'available_sources';

/**
 * Reads a long text as the inside of a JSON string, a slice at a time, and holds no connection in between.
 * @throws {ProblemError} lesson_deleted when it was deleted or replaced: what was sent must not look complete.
 */
export async function* readTextAsJson(
  database: Database,
  { table, column, id }: { table: Table; column: 'audio_transcript' | 'plain_text'; id: number | string },
): AsyncGenerator<string> {
  let bytes: number | undefined;
  for (let start = 1; ; start += SLICE_CHARACTERS) {
    const { rows } = await sql<{ slice: string; bytes: number }>`
      select coalesce(substr(${sql.ref(column)}, ${start}, ${SLICE_CHARACTERS}), '') as slice,
        coalesce(octet_length(${sql.ref(column)}), 0) as bytes
      from ${sql.table(table)} where id = ${id}`.execute(database);
    const [row] = rows;
    bytes ??= row?.bytes;
    if (row === undefined || row.bytes !== bytes) throw new ProblemError('lesson_deleted');
    yield JSON.stringify(row.slice).slice(1, -1);
    if (row.slice.length < SLICE_CHARACTERS) return;
  }
}

/**
 * Reads the cues of a transcription as the inside of a JSON array, as they are stored: as objects, those of a long
 * recording would fill the memory of the api process.
 * @param version an earlier one that is kept; without it, the cues as they are now.
 * @throws {ProblemError} lesson_deleted when it was deleted or replaced.
 */
export async function* readCuesAsJson(
  database: Database,
  transcriptionId: string,
  version?: number,
): AsyncGenerator<string> {
  const stored =
    version === undefined
      ? sql`transcriptions where id = ${transcriptionId}`
      : sql`transcript_versions where transcription_id = ${transcriptionId} and version = ${version}`;
  let most = 1;
  for (let from = 0, count = 1; from < count; from += most) {
    if (from === 0) {
      const { rows } = await sql<{ count: number; characters: number }>`
        select jsonb_array_length(cues) as count, coalesce((
          select octet_length(plain_text) from transcriptions where id = ${transcriptionId}), 0) as characters
        from ${stored}`.execute(database);
      const [row] = rows;
      if (row === undefined) throw new ProblemError('lesson_deleted');
      ({ count } = row);
      if (count === 0) return;
      most = Math.ceil(
        SLICE_CHARACTERS / (CUE_JSON_CHARACTERS + (CONFIDENCES_SHARE * row.characters) / count),
      );
    }
    const { rows } = await sql<{ slice: string }>`
      select jsonb_path_query_array(cues, '$[$from to $to]',
        jsonb_build_object('from', ${from}::int, 'to', ${from + most - 1}::int))::text as slice
      from ${stored}`.execute(database);
    const [row] = rows;
    if (row === undefined) throw new ProblemError('lesson_deleted');
    yield (from === 0 ? '' : ',') + row.slice.slice(1, -1);
  }
}
