import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listPassages } from '#server/features/lessons/passage.store.ts';
import { listPassagesByWords } from '#server/features/search/search.store.ts';
import { createEmptyTestDatabase } from '#server/testing/database.ts';
import { openDatabase, openPool } from '../database.ts';
import { migrate } from '../migrate.ts';

test('passages stored before read as prose on one page, and titles are searched with slides', async () => {
  const empty = await createEmptyTestDatabase();
  const pool = openPool(empty.connectionString, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase(pool);
  await migrate(openDatabase<unknown>(pool), '0009-question-bank');
  await sql`
    with person as (
      insert into users (email, name, department, password_hash, api_key_hash, api_key_encrypted)
      values ('a@example.test', 'A', '', 'x', '\\x00', '\\x00') returning id
    )
    insert into document_sources (id, instructor_id, plain_text, spoken)
    select 'ds', id, '', false from person`.execute(database);
  await sql`
    insert into passages (docsource_id, position, section, heading, text, page, start_offset, end_offset)
    values ('ds', 0, 0, 'Cells', 'Cells divide.', 3, 0, 13)`.execute(database);

  await migrate(openDatabase<unknown>(pool));
  // As a process of the version before writes it while both run.
  await sql`
    insert into passages (docsource_id, position, section, text, start_offset, end_offset)
    values ('ds', 1, 0, 'They grow.', 14, 24)`.execute(database);
  await sql`
    insert into passages (docsource_id, position, section, heading, title_path, kind, text, page, page_end, start_offset, end_offset)
    values ('ds', 2, 1, 'Idea', '["Towers of Hanoi", "Idea"]', 'slide', 'Move the disks.', 4, 6, 25, 40)`.execute(
    database,
  );

  expect(await listPassages(database, 'ds')).toMatchObject([
    { kind: 'prose', page: 3, pageEnd: 3, titlePath: ['Cells'], isAdministrative: false },
    { kind: 'prose', page: null, pageEnd: null, titlePath: [], isAdministrative: false },
    { kind: 'slide', page: 4, pageEnd: 6, titlePath: ['Towers of Hanoi', 'Idea'], isAdministrative: false },
  ]);
  const found = await listPassagesByWords(database, {
    documentSourceIds: ['ds'],
    passageCount: 3,
    stems: ['hanoi'],
    limit: 5,
  });
  expect(found.passages).toHaveLength(1);
  await database.destroy();
  await empty.drop();
});
