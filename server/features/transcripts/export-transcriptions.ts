import type { ExportedTranscription } from '../../../contract/account-export.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { findTranscription, listTranscriptionIdsOf } from './transcription.store.ts';

/** All transcriptions of the actor, of lessons or not, one at a time. */
export async function* exportTranscriptions(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<ExportedTranscription> {
  for (const id of await listTranscriptionIdsOf(database, actor.instructorId)) {
    const row = await findTranscription(database, id);
    if (row === undefined) continue;
    yield {
      video_id: row.id,
      lesson_id: row.lesson_id,
      source_url: row.source_url,
      status: row.status,
      error: row.error,
      duration_seconds: row.duration_seconds,
      plain_text: row.plain_text,
      cues: row.cues,
      created_at: row.created_at.toISOString(),
    };
  }
}
