import { sql, type Kysely } from 'kysely';
import { fingerprintOf, fingerprintOfStem } from '../../language/question-fingerprint.ts';

const BATCH = 1_000;

interface StoredQuestion {
  readonly id: number;
  readonly text: string;
  readonly type: string;
  readonly key: string | null;
}

/** By the fingerprint, the bank finds the quizzes that contain a question without reading all of them, and stems outlive versions. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table questions add column fingerprint text not null default ''`.execute(database);
  let after = 0;
  for (;;) {
    const { rows } = await sql<StoredQuestion>`
      select id, text, type,
             (select options.text from options where question_id = questions.id and is_correct
              order by position limit 1) as key
      from questions where id > ${after} order by id limit ${BATCH}`.execute(database);
    const last = rows.at(-1);
    if (last === undefined) break;
    const fingerprints = rows.map(({ text, type, key }) =>
      fingerprintOf({ text, type, options: key === null ? [] : [{ text: key, is_correct: true }] }),
    );
    await sql`
      update questions set fingerprint = made.fingerprint
      from unnest(${rows.map(({ id }) => id)}::integer[], ${fingerprints}::text[]) as made (id, fingerprint)
      where questions.id = made.id`.execute(database);
    after = last.id;
  }
  await sql`create index questions_by_fingerprint on questions (fingerprint, question_set_id)`.execute(
    database,
  );
  await rememberStemsOfVersions(database);
}

async function rememberStemsOfVersions(database: Kysely<unknown>): Promise<void> {
  const { rows: sets } = await sql<{ id: number }>`
    select distinct question_set_id as id from question_set_versions`.execute(database);
  for (const { id } of sets) {
    const { rows } = await sql<{ stem: string }>`
      select distinct question ->> 'text' as stem
      from question_set_versions, jsonb_array_elements(questions) as question
      where question_set_id = ${id}`.execute(database);
    await sql`
      insert into question_set_stems (question_set_id, fingerprint)
      select distinct ${id}::integer, fingerprint
      from unnest(${rows.map(({ stem }) => fingerprintOfStem(stem))}::text[]) as made (fingerprint)
      on conflict do nothing`.execute(database);
  }
}
