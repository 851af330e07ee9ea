import { sql, type Kysely } from 'kysely';

/**
 * What a transcribed file contains: its picture, codecs and tracks, and whether it is cut off. Recordings in which no speech was
 * found can be transcribed again, because now all their tracks and channels are used.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table transcriptions add column recording jsonb`.execute(database);
  await sql`
    update all_lessons set transcription_error = null, transcription_error_coded = null
    where transcription_error_coded ->> 'code' = 'media_without_speech'`.execute(database);
}
