import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createEmptyTestDatabase, createTestDatabase } from './database.ts';

let migrations = 0;
async function migrate(connectionString: string): Promise<void> {
  migrations += 1;
  await query(connectionString, 'CREATE TABLE note (text text)');
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('databases are copies of one migrated template and do not see each other', async () => {
  const options = { migrate, templateName: 'of_database_test' };
  const [first, second] = await Promise.all([createTestDatabase(options), createTestDatabase(options)]);
  expect(migrations).toBe(1);
  await query(first.connectionString, "INSERT INTO note VALUES ('mine')");
  expect(await query(first.connectionString, 'SELECT text FROM note')).toEqual([{ text: 'mine' }]);
  expect(await query(second.connectionString, 'SELECT text FROM note')).toEqual([]);
  await Promise.all([first.drop(), second.drop()]);
  await expect(query(first.connectionString, 'SELECT 1')).rejects.toThrow('does not exist');
});

test('a failed migration leaves no template behind', async () => {
  const templateName = 'of_failing_test';
  const failing = createTestDatabase({
    templateName,
    migrate: async (connectionString) => {
      await migrate(connectionString);
      throw new Error('half-way');
    },
  });
  await expect(failing).rejects.toThrow('half-way');
  const database = await createTestDatabase({ templateName, migrate });
  expect(await query(database.connectionString, 'SELECT text FROM note')).toEqual([]);
  await database.drop();
});

test('an empty database is empty, and drop closes what is connected', async () => {
  const database = await createEmptyTestDatabase();
  const client = new Client({ connectionString: database.connectionString });
  const closed = new Promise((resolve) => {
    // Two come: the server's farewell, and the end of the connection.
    client.on('error', resolve);
  });
  await client.connect();
  const tables = await client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
  expect(tables.rowCount).toBe(0);
  await database.drop();
  expect(await closed).toBeInstanceOf(Error);
});
