import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#server/testing/database.ts';
import { openDatabase, openPool } from '../database.ts';
import { migrate } from '../migrate.ts';

test('addresses of accounts that the sign-in provider opens are verified, and the rest undecided', async () => {
  const empty = await createEmptyTestDatabase();
  const pool = openPool(empty.connectionString, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase(pool);
  await migrate(openDatabase<unknown>(pool), '0035-transcript-edits');
  await sql`
    insert into users (email, name, department, password_hash, api_key_hash, api_key_encrypted)
    values ('a@example.test', 'A', '', 'x', '\\x00', '\\x00'), ('b@example.test', 'B', '', 'x', '\\x01', '\\x01')`.execute(
    database,
  );
  await sql`
    insert into external_identities (issuer, subject, user_id)
    select 'https://login.example.test', 'a', id from users where email = 'a@example.test'`.execute(database);

  await migrate(openDatabase<unknown>(pool));
  const users = await database
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'api_key_created_at'])
    .orderBy('email')
    .execute();
  expect(users).toEqual([
    { email: 'a@example.test', email_verified_at: expect.any(Date) as Date, api_key_created_at: null },
    { email: 'b@example.test', email_verified_at: null, api_key_created_at: null },
  ]);
  const { has_undecided_addresses: isUndecided } = await database
    .selectFrom('installation')
    .select('has_undecided_addresses')
    .executeTakeFirstOrThrow();
  expect(isUndecided).toBe(true);
  await database.destroy();
  await empty.drop();
});
