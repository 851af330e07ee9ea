import { sql, type Kysely } from 'kysely';

/**
 * What a transcribed file holds: its picture, codecs and tracks, and whether it is cut off. Recordings in which no speech was
 * found may be transcribed again, since now all their tracks and channels are listened to.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table transcriptions add column recording jsonb`.execute(database);
  await sql`
    update all_lessons set transcription_error = null, transcription_error_coded = null
    where transcription_error_coded ->> 'code' = 'media_without_speech'`.execute(database);
}
