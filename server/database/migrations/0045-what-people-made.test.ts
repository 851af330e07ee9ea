import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#server/testing/database.ts';
import { openDatabase, openPool } from '../database.ts';
import { migrate } from '../migrate.ts';

test('marks edited quizzes as saved, and the key terms of edited summaries as edited', async () => {
  const empty = await createEmptyTestDatabase();
  const pool = openPool(empty.connectionString, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase(pool);
  await migrate(openDatabase<unknown>(pool), '0044-text-storage');
  await sql`
    insert into users (email, name, department, password_hash, api_key_hash, api_key_encrypted)
    values ('a@example.test', 'A', '', 'x', '\\x00', '\\x00')`.execute(database);
  await sql`
    insert into all_courses (instructor_id, title, description, department) select id, 'C', '', '' from users`.execute(
    database,
  );
  for (const [title, summaries] of [
    ['edited', '{"short": {"is_edited": false}, "long": {"is_edited": true}}'],
    ['written', '{"short": {"is_edited": false}}'],
  ])
    await sql`
      insert into all_lessons (course_id, title, description, type, kind, source_url, audio_transcript, summary,
                               summary_points, summaries)
      select id, ${title}, '', 'lesson', 'video', 'https://example.org/', '', '', '[]', ${summaries}::jsonb
      from all_courses`.execute(database);
  await sql`
    insert into question_sets (lesson_id, name, answer_style, shortfall, version)
    select min(id), quiz.name, 'essay', 'null', quiz.version
    from all_lessons, (values ('published', 2), ('drafted', 1), ('untouched', 1), ('without questions', 1))
      as quiz (name, version)
    group by quiz.name, quiz.version`.execute(database);
  await sql`
    insert into questions (question_set_id, position, text, type, blooms_taxonomy, difficulty, explanation, evidence,
                           flaws, key_points)
    select id, 0, 'Why?', 'essay', 'apply', 'easy', '', 'null', '[]', '[]' from question_sets
    where name <> 'without questions'`.execute(database);
  await sql`
    insert into question_set_drafts (question_set_id, based_on_version, questions, updated_at)
    select id, 1, '[]', '2030-01-01' from question_sets where name in ('drafted', 'without questions')`.execute(
    database,
  );

  await migrate(openDatabase<unknown>(pool));
  const quizzes = await database.selectFrom('question_sets').selectAll().orderBy('name').execute();
  const isSaved = (row: { saved_at: Date | null }): boolean => row.saved_at !== null;
  expect(quizzes.map((row) => [row.name, isSaved(row), row.used_at.getUTCFullYear() === 2030])).toEqual([
    ['drafted', true, true],
    ['published', true, false],
    ['untouched', false, false],
    ['without questions', false, true],
  ]);
  const lessons = await database.selectFrom('lessons').select(['title', 'has_edited_terms']).execute();
  expect(Object.fromEntries(lessons.map((row) => [row.title, row.has_edited_terms]))).toEqual({
    edited: true,
    written: false,
  });
  await database.destroy();
  await empty.drop();
});
