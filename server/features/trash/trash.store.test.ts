import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readInPages } from '#server/platform/database/read-in-pages.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { listTrashedRows, type TrashedRow } from './trash.store.ts';

const application = await useTestApplication();
await application.register();

test('pages of the trash contain every row once, including rows deleted in the same microsecond', async () => {
  const { database } = application.dependencies;
  const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await sql`
    insert into all_courses (instructor_id, title, description, department, trashed_at)
    select ${id}, 'Course', '', '', timestamptz '2026-11-01 10:00:00.123456' - number / 3 * interval '1 microsecond'
    from generate_series(1, 7) as number`.execute(database);
  await sql`
    insert into all_lessons (course_id, title, description, type, kind, source_url, audio_transcript, summary, summary_points,
      topic, trashed_at)
    select id, 'Lesson', '', 'text', 'text', '', '', '', '[]', '', trashed_at from all_courses`.execute(
    database,
  );
  const all = await listTrashedRows(database, id, { limit: 100 });
  expect(all).toHaveLength(14);
  for (const limit of [1, 2, 5]) {
    const read: TrashedRow[] = [];
    for await (const row of readInPages<TrashedRow>(limit, (after) =>
      listTrashedRows(database, id, { limit, after }),
    ))
      read.push(row);
    expect(read).toEqual(all);
  }
});
