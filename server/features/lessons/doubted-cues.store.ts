import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { StoredCue } from '#server/platform/database/transcript-tables.ts';

export interface SpokenSpan {
  readonly startSecond: number;
  readonly endSecond: number;
}

/** The cues of a transcription that are spoken in any of the spans; none if the recognizer gave no word confidences. */
export async function listDoubtedCues(
  database: Database,
  transcriptionId: string,
  spans: readonly SpokenSpan[] = [{ startSecond: 0, endSecond: Infinity }],
): Promise<StoredCue[]> {
  const { rows } = await sql<{ cue: StoredCue }>`
    select cue from transcriptions, jsonb_array_elements(cues) with ordinality as listed (cue, place)
    where id = ${transcriptionId} and cues @? '$[*].word_confidences' and exists (
      select from unnest(${spans.map(({ startSecond }) => startSecond)}::float8[],
                         ${spans.map(({ endSecond }) => endSecond)}::float8[]) as span (first, last)
      where (cue ->> 'end_second')::float8 >= first and (cue ->> 'start_second')::float8 <= last)
    order by place`.execute(database);
  return rows.map(({ cue }) => cue);
}
