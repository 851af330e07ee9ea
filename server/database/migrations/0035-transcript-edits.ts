import { sql, type Kysely } from 'kysely';

/**
 * Transcripts that instructors correct: a version that counts edits, the version that passages were last made of, the ids of the
 * edits that are stored, and earlier versions.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transcriptions
      add column version integer not null default 0,
      add column passages_version integer not null default 0,
      add column edited_at timestamptz`.execute(database);
  await sql`
    create table transcript_edits (
      transcription_id text not null references transcriptions on delete cascade,
      id uuid not null,
      version integer not null,
      created_at timestamptz not null default now(),
      primary key (transcription_id, id)
    )`.execute(database);
  await sql`
    create table transcript_versions (
      transcription_id text not null references transcriptions on delete cascade,
      version integer not null,
      cues jsonb not null,
      saved_at timestamptz not null,
      primary key (transcription_id, version)
    )`.execute(database);
}
