import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountExport, type AccountExport } from '#contract/account-export.ts';
import { conversation } from '#contract/assistant.ts';
import type { EditedQuestion } from '#contract/question-editing.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { insertTestCandidate } from '../quizzes/bank/testing/insert-test-candidate.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { TestTusClient } from '#server/testing/test-tus-client.ts';
import type { Answer, TestInstructor } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { BLANK_QUESTION } from '#server/testing/blank-question.ts';

const application = await useTestApplication({
  languageModel: 'fake',
  worker: true,
  rateLimits: { exportsPerAccount: 6 },
});

const textOf = (
  name: string,
): string => `${name} turns light into sugar. Chlorophyll of ${name} absorbs red light.
The Calvin cycle of ${name} fixes carbon dioxide into sugar because the light reactions supply energy.
Mitochondria of ${name} release energy from sugar. Plants of ${name} store starch in their roots.`;

const questionOf = (name: string): EditedQuestion => ({
  ...BLANK_QUESTION,
  text: `What does ${name} absorb?`,
  outcome: 'LO1',
  options: [
    { text: `Red light, says ${name}`, is_correct: true },
    { text: `Sound, says ${name}`, is_correct: false },
  ],
  explanation: `Chlorophyll of ${name}.`,
});

/** Something in every place where an account can hold something; all of it names `name`. */
async function fill(of: TestInstructor, name: string): Promise<void> {
  await of.post('/api/auth/api-keys/', { name: `Key of ${name}`, password: TEST_PASSWORD });
  const course = await of.makeCourse({
    title: `Course of ${name}`,
    outcomes: [{ short_name: 'LO1', description: `Outcome of ${name}` }],
  });
  const lesson = await of.makeTextLesson(textOf(name), course.id);
  await of.post('/api/summarize-file/', { lesson_id: lesson.id, docsource_id: lesson.docsource_id });
  const video = await of.makeLesson({ file: `https://example.org/${name}.mp4`, course: course.id });
  const brought = { json: { text: `1\n00:00:01,000 --> 00:00:04,000\n${textOf(name)}` } };
  const transcript = `/api/lessons/${video.id}/transcript/`;
  expect((await of.call('PUT', transcript, brought)).status).toBe(200);
  const correction = {
    ...(JSON.parse((await of.get(transcript)).text) as { video_id: string }),
    base_version: 0,
    edits: [
      {
        id: randomUUID(),
        steps: [
          {
            kind: 'splice',
            at: 0,
            remove: 0,
            insert: [{ start_second: 0, end_second: 1, text: `A word of ${name}` }],
          },
        ],
      },
    ],
  };
  expect((await of.post(`${transcript}edits/`, correction)).status).toBe(200);
  const made = await of.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 2 });
  const { question_set: set } = made.read(200, questionSetWithQuestions);
  await insertTestCandidate(application, lesson, name);
  const path = `/api/question-sets/${set.id}`;
  const questions = [questionOf(name)];
  const edits = { based_on_version: 1, questions };
  expect((await of.post(`${path}/publish/`, edits)).status).toBe(200);
  const draft = {
    based_on_version: 2,
    questions: questions.map((each) => ({ ...each, text: `Draft of ${name}` })),
  };
  expect((await of.call('PUT', `${path}/draft/`, { json: draft })).status).toBe(200);
  const begun = await of.post('/api/assistant/conversations/', { title: `Conversation of ${name}` });
  await of.post('/api/assistant/messages/', {
    text: `What does chlorophyll of ${name} absorb?`,
    conversation_id: begun.read(201, conversation).id,
  });
  await application.dependencies.database
    .insertInto('external_identities')
    .values({ issuer: 'https://login.example.test', subject: name, user_id: of.id })
    .execute();
  await of.uploadDocument(textOf(name), `loose-${name}.txt`);
  await new TestTusClient(of).begin(1000, `begun-${name}.mp4`);
}

const ask = (of: TestInstructor): Promise<Answer> => of.get('/api/auth/export/');
const read = (answer: Answer): AccountExport => answer.read(200, accountExport.strict());

const each = <Row>(rows: readonly Row[], inside: (row: Row) => readonly unknown[]): unknown[] =>
  rows.flatMap((row) => [...inside(row)]);

/**
 * Where the rows of each table are found in an export; a sentence says why a table's are not. Whoever makes a table
 * that hangs on a user must say here which.
 */
const PLACES: Record<string, string | ((of: AccountExport) => readonly unknown[])> = {
  users: ({ profile }) => [profile],
  sessions: ({ sessions }) => sessions,
  api_keys: ({ api_keys: keys }) => keys.filter(({ kind }) => kind === 'named'),
  external_identities: ({ linked_identities: identities }) => identities,
  sign_in_tickets: 'Hashes of tokens that finish a sign-in, for minutes.',
  second_factors: 'Secrets of authenticator apps, encrypted.',
  recovery_codes: 'Hashes of codes that let someone in.',
  text_bytes: 'How long the texts are that the export contains.',
  password_resets: 'Hashes of links that set a password, for an hour.',
  refresh_tokens: 'Hashes of tokens, which would let a thief sign in; their sessions are listed.',
  courses: 'A view of all_courses.',
  available_files: 'A view of stored_files.',
  available_sources: 'A view of document_sources.',
  // What is in the trash is listed by itself.
  all_courses: ({ courses }) => courses,
  outcomes: ({ courses }) => each(courses, ({ outcomes }) => outcomes),
  all_lessons: ({ lessons }) => lessons,
  stored_files: ({ files }) => files,
  resumable_uploads: ({ uploads }) => uploads,
  document_sources: ({ documents }) => documents,
  recognized_pages: 'Words of scanned pages with their places; the documents hold their text.',
  passages: 'Pieces of the documents, whose whole text is there.',
  summary_stretches: 'Finished parts of an unfinished summary.',
  transcriptions: ({ transcriptions }) => transcriptions,
  transcript_versions: ({ transcriptions }) =>
    each(transcriptions, ({ earlier_versions: versions }) => versions),
  transcript_edits: 'Ids of edits, so that none is stored twice; the transcriptions hold what they made.',
  all_question_sets: ({ question_sets: sets }) => sets,
  questions: ({ question_sets: sets }) => each(sets, ({ questions }) => questions),
  options: ({ question_sets: sets }) =>
    each(sets, ({ questions }) => each(questions, ({ options }) => options)),
  question_set_drafts: ({ question_sets: sets }) =>
    each(sets, ({ draft }) => (draft === null ? [] : [draft])),
  question_set_versions: ({ question_sets: sets }) => each(sets, ({ versions }) => versions),
  review_steps:
    'What the last steps of a review replaced; the bank and the versions contain those questions.',
  question_candidates: ({ question_bank: bank }) => bank,
  question_banks: 'How far the preparation of questions is; the questions are there.',
  question_set_stems: 'Hashes of stems, so that a replaced question is not offered again.',
  conversations: ({ conversations }) => conversations,
  messages: ({ conversations }) => each(conversations, ({ messages }) => messages),
  language_model_use:
    'How much of this month’s budget was used, and its limits; quizzes, summaries and answers list their own use.',
  lesson_work: ({ activity }) => activity,
};

/** Every table that hangs on a user, by a column that names one or through other tables. */
async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive hanging (name) as (
      select 'users'::regclass
      union
      select pg_constraint.conrelid::regclass from pg_constraint
      join hanging on pg_constraint.confrelid = hanging.name where contype = 'f'
    )
    select name::text from hanging
    union
    select table_name::text from information_schema.columns
    where table_schema = 'public' and column_name in ('instructor_id', 'user_id')`.execute(
    application.dependencies.database,
  );
  return rows.map(({ name }) => name).sort();
}

test('every table that hangs on a user is in the export, row for row, or it is said why not', async () => {
  const teacher = await application.register();
  await fill(teacher, 'Fern');
  const exported = read(await ask(teacher));
  expect(Object.keys(PLACES).sort()).toEqual(await listTables());
  for (const [table, place] of Object.entries(PLACES)) {
    if (typeof place === 'string') continue;
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(application.dependencies.database);
    expect([table, rows[0]?.count]).not.toEqual([table, 0]);
    expect([table, place(exported).length]).toEqual([table, rows[0]?.count]);
  }
  const { password_hash: hash } = await application.dependencies.database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', teacher.id)
    .executeTakeFirstOrThrow();
  const text = JSON.stringify(exported);
  for (const secret of [hash, teacher.session.api_key, teacher.session.refresh, teacher.session.access]) {
    expect(text).not.toContain(secret);
  }
  expect(exported.files.map(({ name }) => name).sort()).toEqual(['lesson.txt', 'loose-Fern.txt']);
  const file = exported.files.find(({ name }) => name === 'lesson.txt');
  const content = await application.call('GET', file?.url ?? '');
  expect(content.text).toBe(textOf('Fern'));
  expect(exported.lessons[0]?.summary).not.toBe('');
  expect(exported.lessons[1]?.transcript_cues).not.toEqual([]);
});

test('it is a file, and nothing in it runs', async () => {
  const teacher = await application.register();
  await teacher.makeCourse({
    title: '</script><script>alert(1)</script>',
    department: '=HYPERLINK("x")&\u2028',
  });
  const answer = await ask(teacher);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="lectern-export-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.text).not.toMatch(/[<>&\u2028]/);
  expect(read(answer).courses[0]).toMatchObject({
    title: '</script><script>alert(1)</script>',
    department: '=HYPERLINK("x")&',
  });
});

test('contains whole descriptions, even of more courses than the list shows in full', async () => {
  const teacher = await application.register();
  await sql`insert into courses (instructor_id, title, description, department)
    select ${teacher.id}, 'Course', repeat('x', 20_000), 'Science' from generate_series(1, 60)`.execute(
    application.dependencies.database,
  );
  const { courses } = read(await ask(teacher));
  expect(courses.map(({ description }) => description.length)).toEqual(
    Array.from({ length: 60 }, () => 20_000),
  );
});

test('is limited per hour, and refused to a deleted account', async () => {
  const teacher = await application.register();
  for (let times = 0; times < 6; times += 1) read(await ask(teacher));
  const refused = await ask(teacher);
  expect(refused.readProblem(429).code).toBe('too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  read(await ask(await application.register()));
});

test('what is in the trash is listed with the day on which it was deleted', async () => {
  const owner = await application.register();
  const course = await owner.makeCourse({ title: 'Kept' });
  const lesson = await owner.makeTextLesson(textOf('trash'), course.id);
  const deletedCourse = await owner.makeCourse({ title: 'Deleted' });
  const before = Date.now();
  await owner.call('DELETE', `/api/lessons/${lesson.id}/`);
  await owner.call('DELETE', `/api/courses/${deletedCourse.id}/`);
  const exported = read(await ask(owner));
  expect(exported.lessons).toEqual([]);
  expect(exported.courses.map(({ id }) => id)).toEqual([course.id]);
  expect(exported.trash).toMatchObject([
    { kind: 'course', id: deletedCourse.id, title: 'Deleted' },
    { kind: 'lesson', id: lesson.id, course_id: course.id },
  ]);
  for (const { deleted_at: deletedAt } of exported.trash)
    expect(Date.parse(deletedAt)).toBeGreaterThanOrEqual(before);
});
