import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { conversationMessage } from '#contract/assistant.ts';
import { listMessages } from '#server/features/assistant/conversation.store.ts';
import { presentMessage } from '#server/features/assistant/conversations.ts';
import { createEmptyTestDatabase } from '#server/testing/database.ts';
import { openDatabase, openPool } from '../database.ts';
import { migrate } from '../migrate.ts';

const CITATION = {
  lesson_id: 7,
  lesson_title: 'Plants',
  course_id: 3,
  evidence: { quote: 'Leaves are green.', page: 2, start_second: null, end_second: null, passage_id: '11' },
};

test('what was asked and answered before reads as before', async () => {
  const empty = await createEmptyTestDatabase();
  const pool = openPool(empty.connectionString, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase(pool);
  await migrate(openDatabase<unknown>(pool), '0007-searched-words');
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into users (email, name, department, password_hash, api_key_hash, api_key_encrypted)
      values ('a@example.test', 'A', '', 'x', '\\x00', '\\x00') returning id
    )
    insert into conversations (instructor_id, title) select id, 'Old' from person returning id`.execute(
    database,
  );
  const id = rows[0]?.id ?? 0;
  const cited = JSON.stringify([CITATION]);
  await sql`
    insert into messages (conversation_id, position, role, text, citations) values
      (${id}, 0, 'person', 'Why green?', '[]'),
      (${id}, 1, 'assistant', 'Leaves are green.', ${cited}),
      (${id}, 2, 'person', 'And Mongolia?', '[]'),
      (${id}, 3, 'assistant', 'Nothing.', '[]')`.execute(database);
  await migrate(openDatabase<unknown>(pool));
  const messages = (await listMessages(database, id)).map((row) =>
    conversationMessage.strict().parse(presentMessage(row)),
  );
  expect(messages.map(({ text, outcome, citations }) => [text, outcome, citations])).toEqual([
    ['Why green?', null, []],
    ['Leaves are green.', 'answered', [CITATION]],
    ['And Mongolia?', null, []],
    ['Nothing.', 'nothing_found', []],
  ]);
  for (const message of messages)
    expect(message).toMatchObject({ statements: [], nearest: [], written_by: null, note: null, scope: null });
  await database.destroy();
  await empty.drop();
});
