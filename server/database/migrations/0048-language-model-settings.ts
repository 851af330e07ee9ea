import { sql, type Kysely } from 'kysely';

/** The language model that an administrator chose in the browser. Without a row, the built-in rules write. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table language_model_settings (
      is_only boolean primary key default true check (is_only),
      provider text not null,
      base_url text,
      model text,
      api_version text,
      api_key_encrypted bytea,
      api_key_ending text,
      input_price double precision check (input_price >= 0),
      output_price double precision check (output_price >= 0),
      timeout_seconds integer not null,
      uses_gpu boolean not null default false,
      updated_at timestamptz not null default now(),
      check ((input_price is null) = (output_price is null))
    )`.execute(database);
}
