import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#server/testing/database.ts';
import { migrateToLatest } from './migrate.ts';

test('many processes that start at once migrate once, and again changes nothing', async () => {
  const database = await createEmptyTestDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrateToLatest(database.connectionString)));
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const read = async (text: string): Promise<unknown[]> =>
    (await client.query<Record<string, unknown>>(text)).rows;
  const applied = await read('select * from kysely_migration order by name');
  expect(applied.map((row) => (row as { name: string }).name)).toContain('0001-initial');
  await migrateToLatest(database.connectionString);
  expect(await read('select * from kysely_migration order by name')).toEqual(applied);
  // Deleting a row looks for what refers to it: without an index on that side, in the whole table.
  const unindexed = await read(`
    select con.conrelid::regclass::text as "table", con.conname as name
    from pg_constraint con
    where con.contype = 'f' and con.connamespace = 'public'::regnamespace and not exists (
      select 1 from pg_index ind where ind.indrelid = con.conrelid and ind.indkey[0] = con.conkey[1])`);
  expect(unindexed).toEqual([]);
  await client.end();
  await database.drop();
});

test('a database that cannot be reached is an error, not a wait', async () => {
  await expect(migrateToLatest('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/);
});
