import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#contract/accounts.ts';
import { conversation } from '#contract/assistant.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { thinVersions } from './quizzes/editing/list-versions.ts';
import { tidyTextBytes } from './uploads/storage.ts';

const MEBIBYTE = 1024 * 1024;
let application: TestApplication;
let freeBytes = Infinity;

beforeAll(async () => {
  application = await startTestApplication({
    variables: { STORAGE_PER_INSTRUCTOR: '60MiB' },
    overrides: ({ freeSpace }) => ({
      freeSpace: { ...freeSpace, readBytes: () => Promise.resolve(freeBytes) },
    }),
  });
});
afterAll(() => application.close());

const readUsed = async (instructor: TestInstructor): Promise<number> =>
  (await instructor.get('/api/auth/account/')).read(200, account).contents.storage_bytes;

/** Requests of instructors that write and add no text: they replace something short, or count by themselves. A `PUT` without a body only sets a mark. */
const ADDING_NONE = [
  'PUT /api/courses/:id/lesson_order/',
  'POST /api/question-sets/preview/',
  'POST /api/question-sets/save/',
  'POST /api/question-sets/:id/review/',
  'PATCH /api/question-sets/:id/',
  'PATCH /api/assistant/conversations/:id/',
  'POST /api/question-bank/:id/restore/',
  'POST /api/transcribe/retrieve',
  'POST /api/trash/courses/:id/restore/',
  'POST /api/trash/lessons/:id/restore/',
  'POST /api/trash/question-sets/:id/restore/',
  'POST /ai/upload-video/',
  'POST /ai/upload_doc_qagen/',
  'POST /ai/uploads/',
  'PATCH /ai/uploads/:id/',
  'POST /ai/uploads/:id/finish/',
];

test('every request that writes says whether it adds to what an account stores', () => {
  const silent = application.routes.flatMap(({ method, url, config, schema }) =>
    // Account settings are limited by their fields, and administrators are trusted with space.
    config?.addsText === true ||
    (method === 'PUT' && schema?.body === undefined) ||
    ['/api/auth/', '/api/admin/', '/api/password-reset/'].some((prefix) => url.startsWith(prefix))
      ? []
      : [method]
          .flat()
          .flatMap((each) => (['POST', 'PUT', 'PATCH'].includes(each) ? [`${each} ${url}`] : [])),
  );
  expect([...new Set(silent)].sort()).toEqual(ADDING_NONE.toSorted());
});

/** Accounts and what is limited by number or deleted soon; facts are 40 of a lesson, and passages count with their document. */
const COUNTED_ELSEWHERE =
  'api_keys audit_log external_identities installation invitations language_model_settings lesson_work passages question_banks registration_links resumable_uploads sessions sign_in_tickets stored_files summary_stretches transcript_edits users';

test('every table with texts counts them', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb')
      and not exists (select from information_schema.triggers
        where event_object_table = table_name and trigger_name = 'count_text_insert')
    order by name`.execute(application.dependencies.database);
  expect(rows.map(({ name }) => name).join(' ')).toBe(COUNTED_ELSEWHERE);
});

describe('the texts of an account', () => {
  test('count, and count no longer once they are deleted, whatever was stored', async () => {
    const teacher = await application.register();
    const { database } = application.dependencies;
    expect(await readUsed(teacher)).toBe(0);
    const { id: course } = await teacher.makeCourse({ description: 'é'.repeat(1_000) });
    const afterCourse = await readUsed(teacher);
    expect(afterCourse).toBeGreaterThan(2_000);
    const lesson = await teacher.makeLesson({
      file: 'https://example.org/a.mp4',
      course,
      audio_transcript: 'word '.repeat(20_000),
    });
    expect(await readUsed(teacher)).toBeGreaterThan(afterCourse + 200_000);
    await sql`
      with quiz as (
        insert into question_sets (lesson_id, name, answer_style, shortfall) values (${lesson.id}, 'Q', 'essay', 'null')
        returning id
      )
      insert into question_set_versions (question_set_id, version, questions)
      select id, 1, jsonb_build_array(repeat('q', 50000)) from quiz`.execute(database);
    await sql`
      with question as (
        insert into questions (question_set_id, position, text, type, blooms_taxonomy, difficulty, explanation, evidence,
                               flaws, key_points)
        select id, 0, 'Why?', 'essay', 'apply', 'easy', '', 'null', '[]', '[]' from question_sets
        where lesson_id = ${lesson.id} returning id
      )
      insert into options (question_id, position, text, is_correct) select id, 0, 'x', true from question`.execute(
      database,
    );
    const talk = await teacher.post('/api/assistant/conversations/', { title: 'Talk' });
    const { id: talkId } = talk.read(201, conversation);
    const full = await readUsed(teacher);
    expect(full).toBeGreaterThan(250_000);
    await tidyTextBytes({ database });
    expect(await readUsed(teacher)).toBe(full);

    await teacher.call('DELETE', `/api/assistant/conversations/${talkId}/`);
    await teacher.call('DELETE', `/api/courses/${course}/`);
    expect(await readUsed(teacher)).toBeGreaterThan(250_000);
    expect((await teacher.call('DELETE', `/api/trash/courses/${course}/`)).status).toBe(204);
    await sql`delete from transcriptions where instructor_id = ${teacher.id}`.execute(database);
    expect(await readUsed(teacher)).toBe(0);
  });

  test('are refused beyond the allowance, one after the other and at once', async () => {
    const teacher = await application.register();
    const { id: course } = await teacher.makeCourse();
    const send = async () =>
      (
        await teacher.post('/api/lessons/', {
          title: 'Long',
          type: 'lesson',
          file: 'https://example.org/a.txt',
          course,
          audio_transcript: '€'.repeat(2_000_000),
        })
      ).status;
    const statuses: number[] = [];
    while (!statuses.includes(413) && statuses.length < 20) statuses.push(await send());
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(5);
    expect(statuses.at(-1)).toBe(413);
    expect(await Promise.all(Array.from({ length: 4 }, send))).toEqual(Array(4).fill(413));
    expect(await readUsed(teacher)).toBeLessThanOrEqual(60 * MEBIBYTE);
  });
});

test('a full disk takes no texts, and lets everyone read and delete', async () => {
  const teacher = await application.register();
  const { id: course } = await teacher.makeCourse();
  freeBytes = 0;
  try {
    const refused = await teacher.post('/api/assistant/conversations/', { title: 'No' });
    expect(refused.readProblem(507).code).toBe('storage_full');
    expect((await teacher.get(`/api/courses/${course}/`)).status).toBe(200);
    expect((await teacher.call('DELETE', `/api/courses/${course}/`)).status).toBe(204);
  } finally {
    freeBytes = Infinity;
    application.takeErrors();
  }
});

test('of the versions behind the newest 50, one of each day is kept, and of each week before the last 90 days', async () => {
  const teacher = await application.register();
  const lesson = await teacher.makeLesson({ file: 'https://example.org/a.mp4' });
  const { database } = application.dependencies;
  const now = new Date('2026-06-30T12:00:00Z');
  const { rows } = await sql<{ id: number }>`
    insert into question_sets (lesson_id, name, answer_style, shortfall) values (${lesson.id}, 'Q', 'essay', 'null')
    returning id`.execute(database);
  const id = rows[0]?.id;
  // Four a day for 150 days.
  await sql`
    insert into question_set_versions (question_set_id, version, questions, created_at)
    select ${id}, number, '[]', ${now}::timestamptz - make_interval(hours => (600 - number) * 6)
    from generate_series(1, 600) as number`.execute(database);
  await thinVersions({ database }, now);
  const { rows: left } = await sql<{ version: number }>`
    select version from question_set_versions where question_set_id = ${id} order by version desc`.execute(
    database,
  );
  expect(left.slice(0, 50).map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, index) => 600 - index),
  );
  expect(left.length).toBeGreaterThan(50 + 70);
  expect(left.length).toBeLessThan(50 + 100);
  const again = await thinVersions({ database }, now);
  expect(again).toBe(0);
});
