import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSetList } from '#contract/quizzes.ts';
import { restored, trash } from '#contract/trash.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { eventually } from '#server/testing/test-application.ts';
import { readStorageUse } from '../administration/describe-installation.ts';
import { insertQuestions } from '../quizzes/question-set.store.ts';
import { deleteStoredFiles } from '../uploads/delete-stored-files.ts';
import { takeOverFileStore } from './file-store-owner.ts';
import { TIDY_UP_CRON } from './maintenance.jobs.ts';
import { runCleanup } from './run-cleanup.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });
const teacher = await application.register();

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const tidyUp = (): Promise<void> => runCleanup(application.worker.dependencies);

describe('quizzes unused for a week', () => {
  /** A quiz that was created ten days ago and last used the given number of days ago. */
  const makeQuiz = async (lessonId: number, name: string, days: number, questions = 1): Promise<number> => {
    const { database } = application.dependencies;
    const { id } = await database
      .insertInto('question_sets')
      .values({
        lesson_id: lessonId,
        job_id: null,
        name,
        answer_style: 'essay',
        shortfall: 'null',
        saved_at: null,
        created_at: daysAgo(10),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const question = {
      text: 'Why do plants need light?',
      type: 'essay' as const,
      blooms_taxonomy: 'understand' as const,
      difficulty: 'medium' as const,
      outcome: null,
      explanation: '',
      evidence: null,
      options: [],
      key_points: ['Sugar.'],
      rubric: null,
      flaws: [],
      written_by: 'instructor' as const,
    };
    if (questions > 0) await insertQuestions(database, id, [question]);
    await use(id, days);
    return id;
  };
  const use = (id: number, days: number) =>
    application.dependencies.database
      .updateTable('question_sets')
      .set({ used_at: daysAgo(days) })
      .where('id', '=', id)
      .execute();
  const list = async (saved: boolean): Promise<string[]> =>
    (await teacher.get(`/api/question-sets/?saved=${saved}`))
      .read(200, questionSetList)
      .map(({ name }) => name);
  const listTrash = async () => (await teacher.get('/api/trash/')).read(200, trash).items;
  const draftOf = async (id: number) =>
    (await teacher.get(`/api/question-sets/${id}/draft/`)).read(200, questionSetDraft);

  test('move to the trash unless someone edited or reviewed them, and restoring one saves it', async () => {
    const lesson = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
    const old = await makeQuiz(lesson.id, 'old', 7.1);
    await makeQuiz(lesson.id, 'young', 6.9);
    await makeQuiz(lesson.id, 'empty', 7.1, 0);
    const opened = await makeQuiz(lesson.id, 'opened', 7.1);
    await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${opened}`);
    const touched = [
      [
        'drafted',
        (id: number, json: object) => teacher.call('PUT', `/api/question-sets/${id}/draft/`, { json }),
      ],
      ['published', (id: number, json: object) => teacher.post(`/api/question-sets/${id}/publish/`, json)],
      [
        'renamed',
        (id: number) => teacher.call('PATCH', `/api/question-sets/${id}/`, { json: { name: 'renamed' } }),
      ],
    ] as const;
    for (const [name, touch] of touched) {
      const id = await makeQuiz(lesson.id, name, 7.1);
      const { questions } = await draftOf(id);
      const answer = await touch(id, { based_on_version: 1, questions });
      expect(JSON.parse(answer.text)).toMatchObject({
        question_set: { saved_at: expect.any(String) as string },
      });
      await use(id, 100);
    }
    const reviewed = await makeQuiz(lesson.id, 'reviewed', 7.1);
    await application.dependencies.database
      .updateTable('questions')
      .set({ is_draft: true, written_by: 'small_model' })
      .where('question_set_id', '=', reviewed)
      .execute();
    const ids = (await draftOf(reviewed)).questions.map((question) => question.id);
    await teacher.post(`/api/question-sets/${reviewed}/review/`, { question_ids: ids, is_draft: false });
    await use(reviewed, 100);
    await tidyUp();
    expect((await list(true)).toSorted()).toEqual(['drafted', 'published', 'renamed']);
    expect((await list(false)).toSorted()).toEqual(['opened', 'reviewed', 'young']);
    expect(await listTrash()).toMatchObject([
      {
        kind: 'question_set',
        id: old,
        title: 'old',
        course_title: 'Cell biology',
        lesson_count: 0,
        size_bytes: 0,
      },
    ]);
    (await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${old}`)).readProblem(404);
    const answer = (await teacher.post(`/api/trash/question-sets/${old}/restore/`)).read(200, restored);
    expect(answer).toEqual({ course_id: lesson.course, lesson_id: lesson.id, course_restored: false });
    expect(await list(true)).toContain('old');
    expect(await listTrash()).toEqual([]);
    (await teacher.post(`/api/trash/question-sets/${old}/restore/`)).readProblem(404);
    await teacher.call('DELETE', `/api/lessons/${lesson.id}/`);
  });

  test('stay with a lesson in the trash, and are deleted after 30 days in the trash', async () => {
    const lesson = await teacher.makeLesson({ file: 'https://example.org/b.pdf' });
    const id = await makeQuiz(lesson.id, 'of a trashed lesson', 8);
    await teacher.call('DELETE', `/api/lessons/${lesson.id}/`);
    await tidyUp();
    await teacher.post(`/api/trash/lessons/${lesson.id}/restore/`);
    expect(await list(false)).toContain('of a trashed lesson');
    await tidyUp();
    const { database } = application.dependencies;
    const left = () => database.selectFrom('all_question_sets').select('id').where('id', '=', id).execute();
    expect(await left()).toHaveLength(1);
    await database
      .updateTable('all_question_sets')
      .set({ trashed_at: daysAgo(31) })
      .where('id', '=', id)
      .execute();
    await tidyUp();
    expect(await left()).toEqual([]);
  });
});

test('removes expired tokens', async () => {
  const { database } = application.dependencies;
  const owner = await application.register();
  await database
    .updateTable('refresh_tokens')
    .set({ expires_at: daysAgo(1) })
    .where('user_id', '=', owner.id)
    .execute();
  await tidyUp();
  const tokens = database.selectFrom('refresh_tokens').select('id').where('user_id', '=', owner.id);
  expect(await tokens.execute()).toEqual([]);
  // Signed-in users stay signed in.
  const own = database.selectFrom('refresh_tokens').select('id').where('user_id', '=', teacher.id);
  expect((await own.execute()).length).toBeGreaterThan(0);
});

test('uploads that became no lesson, files that no row knows and broken uploads go; lessons keep theirs', async () => {
  const { database, files } = application.dependencies;
  const upload = async () =>
    (await teacher.uploadDocument('Plants turn light into sugar.', 'a.txt')).read(200, uploadedDocument);
  const keyOf = (url: string): string => new URL(url).pathname.replace('/files/', '');
  const [abandoned, young, used] = [await upload(), await upload(), await upload()];
  await teacher.makeLesson({ file: used.url });
  for (const { url } of [abandoned, used]) {
    await sql`update stored_files set created_at = ${daysAgo(8)} where key = ${keyOf(url)}`.execute(database);
  }
  const write = async (key: string, days: number) => {
    const content = (async function* () {
      yield await Promise.resolve(Buffer.from('orphan'));
    })();
    await files.write(key, content, { contentType: 'text/plain', maximumBytes: 100 });
    await utimes(join(application.dataDirectory, 'files', key), daysAgo(days), daysAgo(days));
  };
  await write('i1/old-orphan.txt', 2);
  await write('i1/new-orphan.txt', 0);
  // An upload of long ago whose process was killed.
  const broken = async function* () {
    yield await Promise.resolve(Buffer.from('half'));
    await new Promise(() => undefined);
  };
  void files.write('i1/broken.txt', broken(), { contentType: 'text/plain', maximumBytes: 100 });
  const { readdir } = await import('node:fs/promises');
  const unfinished = join(application.dataDirectory, 'files', '.unfinished');
  const [name = ''] = await eventually('the upload to begin', async () => {
    const names = await readdir(unfinished);
    return names.length > 0 ? names : undefined;
  });
  await utimes(join(unfinished, name), daysAgo(2), daysAgo(2));

  await tidyUp();
  expect(await readdir(unfinished)).toEqual([]);
  expect(await files.find('i1/old-orphan.txt')).toBeUndefined();
  expect(await files.find('i1/new-orphan.txt')).toBeDefined();
  await eventually('the abandoned file to be deleted', async () =>
    (await files.find(keyOf(abandoned.url))) === undefined ? true : undefined,
  );
  expect(await files.find(keyOf(young.url))).toBeDefined();
  expect(await files.find(keyOf(used.url))).toBeDefined();
  const sources = database.selectFrom('document_sources').select('id');
  expect(await sources.where('id', '=', abandoned.docsource_id).execute()).toEqual([]);
});

test('keeps a file and its text while a lesson, even one in the trash, has that text', async () => {
  const { database, files } = application.dependencies;
  const uploaded = (await teacher.uploadDocument('Plants turn light into sugar.', 'a.txt')).read(
    200,
    uploadedDocument,
  );
  const key = new URL(uploaded.url).pathname.replace('/files/', '');
  const made = await teacher.makeLesson({
    file: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
    docsource_id: uploaded.docsource_id,
  });
  await sql`update stored_files set created_at = ${daysAgo(8)} where key = ${key}`.execute(database);
  await tidyUp();
  expect((await teacher.readLesson(made.id)).docsource_id).toBe(uploaded.docsource_id);
  await teacher.call('DELETE', `/api/lessons/${made.id}/`);
  expect((await fetch(uploaded.url)).status).toBe(404);
  await tidyUp();
  await teacher.post(`/api/trash/lessons/${made.id}/restore/`);
  expect((await teacher.readLesson(made.id)).docsource_id).toBe(uploaded.docsource_id);
  await expect(sql`delete from stored_files where key = ${key}`.execute(database)).rejects.toThrow(
    /RESTRICT/u,
  );
  const { docsource_id: source } = uploaded;
  await expect(sql`delete from document_sources where id = ${source}`.execute(database)).rejects.toThrow(
    /RESTRICT/u,
  );
  await teacher.call('DELETE', `/api/lessons/${made.id}/`);
  await teacher.call('DELETE', `/api/trash/lessons/${made.id}/`);
  await eventually('the file to be deleted with its lesson', async () =>
    (await files.find(key)) === undefined ? true : undefined,
  );
});

test('every reference to a file or text restricts deletion or is checked by the sweep', async () => {
  const { rows } = await sql<{ reference: string; action: string | null }>`
    select columns.table_name || '.' || columns.column_name as reference, confdeltype as action
    from information_schema.columns as columns
    join information_schema.tables using (table_schema, table_name)
    left join pg_constraint on contype = 'f' and conrelid = columns.table_name::regclass
      and conkey[1] = columns.ordinal_position
    where columns.table_schema = 'public' and table_type = 'BASE TABLE'
      and columns.column_name in ('file_key', 'docsource_id')
    order by 1`.execute(application.dependencies.database);
  expect(rows.map(({ reference, action }) => [reference, action])).toEqual([
    ['all_lessons.docsource_id', 'r'],
    ['all_lessons.file_key', 'r'],
    ['document_sources.file_key', 'r'],
    // Parts of a text, which are deleted with it.
    ['passages.docsource_id', 'c'],
    // A finished upload refers to the file but does not use it.
    ['resumable_uploads.docsource_id', null],
    ['resumable_uploads.file_key', 'c'],
    // A queued or running one keeps its file: `isUnused` checks it.
    ['transcriptions.file_key', null],
  ]);
});

test('removes what has expired although the model for missing embeddings is broken', async () => {
  const { database } = application.dependencies;
  await sql`
    insert into document_sources (id, instructor_id, plain_text, spoken)
    values ('ds_missed', ${teacher.id}, 'Sugar.', false)`.execute(database);
  await sql`
    insert into passages (docsource_id, position, section, text, start_offset, end_offset)
    values ('ds_missed', 0, 0, 'Sugar.', 0, 6)`.execute(database);
  const { id } = await teacher.makeCourse();
  await teacher.call('DELETE', `/api/courses/${id}/`);
  await sql`update all_courses set trashed_at = ${daysAgo(31)} where id = ${id}`.execute(database);
  const { dependencies } = application.worker;
  const textEmbedder = { ...dependencies.textEmbedder, embed: () => Promise.reject(new Error('broken')) };
  await expect(runCleanup({ ...dependencies, textEmbedder })).rejects.toThrow('broken');
  const left = database.selectFrom('all_courses').select('id').where('id', '=', id);
  expect(await left.execute()).toEqual([]);
});

test('the schedule is one that the queue takes', async () => {
  const { boss } = application.worker;
  await boss.schedule('tidy-up', TIDY_UP_CRON, {});
  expect(await boss.getSchedules()).toEqual([
    expect.objectContaining({ name: 'tidy-up', cron: TIDY_UP_CRON }),
  ]);
});

test('keeps unreferenced files while the store belongs to another installation, and deletes them after a takeover', async () => {
  const { database, files } = application.dependencies;
  const write = async (key: string, text: string) => {
    const content = (async function* () {
      yield await Promise.resolve(Buffer.from(text));
    })();
    await files.write(key, content, { contentType: 'text/plain', maximumBytes: 100 });
  };
  await tidyUp();
  // As production's worker writes it into the store that a trial restore also uses.
  await write('lectern-installation.json', JSON.stringify({ installation_id: randomUUID() }));
  await write('i1/of-production.txt', 'not known here');
  await utimes(join(application.dataDirectory, 'files', 'i1/of-production.txt'), daysAgo(9), daysAgo(9));
  const readUse = () => readStorageUse(application.dependencies);

  await tidyUp();
  await deleteStoredFiles(application.worker.dependencies, ['i1/of-production.txt']);
  expect(await files.find('i1/of-production.txt')).toBeDefined();
  expect((await readUse()).is_foreign).toBe(true);
  expect(application.takeErrors().join()).toContain('npm run admin -- take-over-files');

  await takeOverFileStore({ database, files });
  expect((await readUse()).is_foreign).toBe(false);
  await tidyUp();
  expect(await files.find('i1/of-production.txt')).toBeUndefined();
});

describe('a wrong clock', () => {
  const trashCourse = async () => {
    const { id } = await teacher.makeCourse();
    await teacher.call('DELETE', `/api/courses/${id}/`);
    return id;
  };
  const isThere = async (id: number): Promise<boolean> =>
    (await application.dependencies.database
      .selectFrom('all_courses')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined;
  const age = (id: number, days: number) =>
    application.dependencies.database
      .updateTable('all_courses')
      .set({ trashed_at: daysAgo(days) })
      .where('id', '=', id)
      .execute();

  test('of a worker does not empty the trash', async () => {
    const id = await trashCourse();
    const clock = new ManualClock(daysAgo(-40));
    await runCleanup({ ...application.worker.dependencies, clock });
    expect(await isThere(id)).toBe(true);
    expect(application.takeErrors().join()).toContain('differ by more than a day');
  });

  test('of the api process does not make what is deleted now look old', async () => {
    const id = await trashCourse();
    const row = await application.dependencies.database
      .selectFrom('all_courses')
      .select(sql<boolean>`trashed_at between now() - interval '1 minute' and now()`.as('is_now'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.is_now).toBe(true);
  });

  test('of the database removes nothing for a day of runs after it jumped', async () => {
    const { database } = application.dependencies;
    const id = await trashCourse();
    await age(id, 31);
    // The previous run was two days ago.
    await sql`update maintenance set tidied_up_at = now() - interval '2 days'`.execute(database);
    await tidyUp();
    await tidyUp();
    expect(await isThere(id)).toBe(true);
    await sql`update maintenance set runs_to_wait = 2`.execute(database);
    await tidyUp();
    expect(await isThere(id)).toBe(true);
    await tidyUp();
    expect(await isThere(id)).toBe(false);
  });
});
