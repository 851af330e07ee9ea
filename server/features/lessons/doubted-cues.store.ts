import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { StoredCue } from '#server/database/transcript-tables.ts';

/** The cues of a transcription; none if the recognizer gave no word confidences. */
export async function listDoubtedCues(
  database: Database,
  transcriptionId: string,
): Promise<readonly StoredCue[]> {
  const row = await database
    .selectFrom('transcriptions')
    .select('cues')
    .where('id', '=', transcriptionId)
    .where(sql<boolean>`cues @? '$[*].word_confidences'`)
    .executeTakeFirst();
  return row?.cues ?? [];
}
