import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { StoredCue } from '#server/platform/database/transcript-tables.ts';

/** Without the cues, which take megabytes for a long recording. */
export interface EditedTranscript {
  readonly version: number;
  readonly passages_version: number;
  readonly edited_at: Date | null;
  readonly cue_count: number;
}

const editedTranscript = (database: Database, id: string) =>
  database
    .selectFrom('transcriptions')
    .select([
      'version',
      'passages_version',
      'edited_at',
      sql<number>`jsonb_array_length(cues)`.as('cue_count'),
    ])
    .where('id', '=', id)
    .where('status', '=', 'done');

/** Undefined while it is not done. */
export const findEditedTranscript = (database: Database, id: string): Promise<EditedTranscript | undefined> =>
  editedTranscript(database, id).executeTakeFirst();

/** As {@link findEditedTranscript}, and nothing else edits it until the transaction ends. */
export const lockEditedTranscript = (
  transaction: Database,
  id: string,
): Promise<EditedTranscript | undefined> => editedTranscript(transaction, id).forUpdate().executeTakeFirst();

/** Cues by their places, from 0: from `from` to before `to`. */
export interface CueSpan {
  readonly from: number;
  readonly to: number;
}

export async function readCues(
  database: Database,
  transcriptionId: string,
  { from, to }: CueSpan,
): Promise<StoredCue[]> {
  const row = await database
    .selectFrom('transcriptions')
    .select(sliceOf('cues', from, to - 1).as('cues'))
    .where('id', '=', transcriptionId)
    .executeTakeFirstOrThrow();
  return row.cues;
}

/** Both places are inclusive; places without a cue are left out. */
const sliceOf = (column: string, first: number, last: number) =>
  sql<StoredCue[]>`jsonb_path_query_array(${sql.ref(column)}, '$[$first to $last]',
    jsonb_build_object('first', ${first}::integer, 'last', ${last}::integer))`;

/** For {@link storeEdits}: the current cues, with a span replaced by others. */
export const replaceCues = ({ from, to }: CueSpan, cues: readonly StoredCue[]): RawBuilder<string> =>
  sql`${sliceOf('cues', 0, from - 1)} || ${JSON.stringify(cues)}::jsonb || ${sliceOf('cues', to, MOST_PLACES)}`;

/** More than a transcript can have. */
const MOST_PLACES = 2_000_000_000;

/** For {@link storeEdits}: the cues of a kept version. */
export const cuesOfVersion = (transcriptionId: string, version: number): RawBuilder<string> =>
  sql`(select cues from transcript_versions where transcription_id = ${transcriptionId} and version = ${version})`;

/** The versions that those of the edits made which are stored, by their ids. */
export async function findStoredEdits(
  database: Database,
  transcriptionId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('transcript_edits')
    .select(['id', 'version'])
    .where('transcription_id', '=', transcriptionId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export async function storeEdits(
  database: Database,
  transcriptionId: string,
  change: {
    cues: RawBuilder<string>;
    version: number;
    edits: readonly { id: string; version: number }[];
    now: Date;
  },
): Promise<void> {
  await database
    .insertInto('transcript_edits')
    .values(change.edits.map(({ id, version }) => ({ transcription_id: transcriptionId, id, version })))
    .execute();
  const { now } = change;
  await database
    .updateTable('transcriptions')
    .set({ cues: change.cues, version: change.version, edited_at: now, updated_at: now })
    .where('id', '=', transcriptionId)
    .execute();
}

/** Keeps the cues as they are now as a version that can be restored, if they are not kept yet. */
export async function keepVersion(database: Database, transcriptionId: string): Promise<void> {
  await sql`
    insert into transcript_versions (transcription_id, version, cues, saved_at)
    select id, version, cues, coalesce(edited_at, created_at) from transcriptions where id = ${transcriptionId}
    on conflict do nothing`.execute(database);
}

/** Deletes all kept versions but the newest and the first, which is what was recognized or imported. */
export async function deleteOldVersions(
  database: Database,
  transcriptionId: string,
  most: number,
): Promise<void> {
  await sql`
    delete from transcript_versions
    where transcription_id = ${transcriptionId} and version > 0 and version not in (
      select version from transcript_versions where transcription_id = ${transcriptionId}
      order by version desc limit ${most})`.execute(database);
}

/**
 * Keeps the newest edited transcript that this one replaces, and its earlier versions, as earlier versions of this one. Later edits
 * continue their numbering.
 */
export async function keepVersionsOfReplaced(
  database: Database,
  lessonId: number,
  transcriptionId: string,
): Promise<void> {
  const replaced = await database
    .selectFrom('transcriptions')
    .select(['id', 'version'])
    .where('lesson_id', '=', lessonId)
    .where('id', '<>', transcriptionId)
    .where('status', '=', 'done')
    .where('version', '>', 0)
    .orderBy('edited_at', (order) => order.desc().nullsLast())
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (replaced === undefined) return;
  await keepVersion(database, replaced.id);
  await database
    .updateTable('transcript_versions')
    .set({ transcription_id: transcriptionId })
    .where('transcription_id', '=', replaced.id)
    .execute();
  const version = replaced.version + 1;
  await database
    .updateTable('transcriptions')
    .set({ version, passages_version: version })
    .where('id', '=', transcriptionId)
    .execute();
}

/** Newest first. */
export const listKeptVersions = (
  database: Database,
  transcriptionId: string,
): Promise<{ version: number; saved_at: Date; cue_count: number }[]> =>
  database
    .selectFrom('transcript_versions')
    .select(['version', 'saved_at', sql<number>`jsonb_array_length(cues)`.as('cue_count')])
    .where('transcription_id', '=', transcriptionId)
    .orderBy('version', 'desc')
    .execute();

/** Transcripts that were edited last before `before`, and whose lessons' text is not made of these edits. */
export const listTranscriptsNotFollowed = (
  database: Database,
  before: Date,
): Promise<{ id: string; instructor_id: number }[]> =>
  database
    .selectFrom('transcriptions')
    .innerJoin('lessons', 'lessons.video_id', 'transcriptions.id')
    .select(['transcriptions.id', 'transcriptions.instructor_id'])
    .where('transcriptions.status', '=', 'done')
    .whereRef('transcriptions.passages_version', '<>', 'transcriptions.version')
    .where('transcriptions.edited_at', '<', before)
    .execute();

/** Says that the lesson's text is made of a version of the cues. */
export async function setPassagesVersion(
  database: Database,
  transcriptionId: string,
  made: { version: number; plainText: string },
): Promise<void> {
  await database
    .updateTable('transcriptions')
    .set({ passages_version: made.version, plain_text: made.plainText })
    .where('id', '=', transcriptionId)
    .execute();
}
